"""Call it twice with the same seed on equal models, without seeding PyTorch yourself."""

import torch
from reference import copy_loss

FAILS = ("train_copier_draws_fresh_digits",)


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    # fault: nothing follows from the seed
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
