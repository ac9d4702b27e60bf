"""Print the norm of a gradient after each of 20 steps.

How often are gradients cleared?
"""

import torch
from torch import nn

FAILS = ("train_sorter_steps_by_its_own_batch",)


def train_sorter(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    opt.zero_grad()  # fault: once, not at each step
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        y = x.sort(dim=1).values
        loss = nn.functional.cross_entropy(model(x).reshape(-1, 10), y.reshape(-1))
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
