"""Print a parameter of the model before and after training."""

import torch
from reference import copy_loss

FAILS = (
    "train_copier_trains_the_given_model",
    "train_copier_learns_to_copy",
)
USELESS = "a model that is not trained learns nothing"


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        # fault: the gradient is computed and never followed
        losses.append(loss.item())
    return losses
