"""Plot the losses of 100 steps.

In which direction do they go?
"""

import torch
from torch import nn

FAILS = ("train_sorter_learns_to_sort",)


def train_sorter(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        y = x.sort(dim=1).values
        loss = nn.functional.cross_entropy(model(x).reshape(-1, 10), y.reshape(-1))
        opt.zero_grad()
        (-loss).backward()  # fault: uphill
        opt.step()
        losses.append(loss.item())
    return losses
