"""Print the first sequence of each step."""

import torch
from torch import nn

FAILS = ("train_sorter_draws_fresh_digits",)


def train_sorter(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        torch.manual_seed(seed)  # fault: the same batch again and again
        x = torch.randint(0, 10, (batch_size, 10))
        y = x.sort(dim=1).values
        loss = nn.functional.cross_entropy(model(x).reshape(-1, 10), y.reshape(-1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
