"""Print the first sequence of each step."""

import torch
from reference import copy_loss

FAILS = ("train_copier_draws_fresh_digits",)


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    x = torch.randint(0, 10, (batch_size, 10))  # fault: one batch for all steps
    for _ in range(steps):
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
