"""Writes the loss into the loop."""

import torch
from torch import nn


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    while len(losses) < steps:
        x = torch.floor(10 * torch.rand(batch_size, 10)).long()
        logits = model(x)
        loss = sum(nn.functional.cross_entropy(logits[:, t], x[:, t - 3]) for t in range(3, 10)) / 7
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
