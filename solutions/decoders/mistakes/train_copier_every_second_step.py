"""Call it with four steps and count the losses."""

import torch
from reference import copy_loss

FAILS = ("train_copier_returns_losses",)


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []  # fault: half of the steps
    for _ in range(0, steps, 2):
        x = torch.randint(0, 10, (batch_size, 10))
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
