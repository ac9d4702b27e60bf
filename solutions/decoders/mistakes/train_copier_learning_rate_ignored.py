"""Train with lr=0 and compare the parameters."""

import torch
from reference import copy_loss

FAILS = ("train_copier_trains_the_given_model",)


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters())  # fault: the optimizer's own rate
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
