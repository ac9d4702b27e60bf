"""Print digits and targets of one batch, one above the other."""

import torch
from torch import nn

FAILS = ("train_copier_learns_to_copy",)
USELESS = "it trains another task"


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        loss = nn.functional.cross_entropy(
            model(x)[:, 3:].reshape(-1, 10), x[:, 3:].reshape(-1)
        )  # fault: its own digit
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
