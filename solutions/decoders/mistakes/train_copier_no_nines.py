"""Count how often each digit occurs in a few batches."""

import torch
from reference import copy_loss

FAILS = ("train_copier_draws_fresh_digits",)
USELESS = "a tenth of what it is to copy is never shown to it"


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 9, (batch_size, 10))  # fault: the end is not drawn
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
