"""Set all parameters to zero and compare the first loss with ln 10."""

import torch
from torch import nn

FAILS = ("train_sorter_loss_is_mean_cross_entropy",)


def train_sorter(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        y = x.sort(dim=1).values
        loss = nn.functional.cross_entropy(model(x).reshape(-1, 10), y.reshape(-1)) * 10  # fault: a sum over positions
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
