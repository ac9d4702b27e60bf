"""Compare all parameters before and after ten steps."""

import torch
from reference import copy_loss

FAILS = (
    "train_copier_trains_the_given_model",
    "train_copier_learns_to_copy",
)
USELESS = "a frozen model with a trained head learns little"


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(list(model.parameters())[-2:], lr=lr)
    losses = []  # fault: the optimizer has only the last layer
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
