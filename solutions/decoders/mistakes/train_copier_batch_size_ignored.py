"""Print the shape of a batch for batch_size=5."""

import torch
from reference import copy_loss

FAILS = ("train_copier_draws_fresh_digits",)


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []  # fault: batches of 128, whatever batch_size says
    for _ in range(steps):
        x = torch.randint(0, 10, (128, 10))
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
