"""Print the norm of a gradient after each of 20 steps.

What does backward() do with a gradient that is there already?
"""

import torch
from reference import copy_loss

FAILS = ("train_copier_trains_the_given_model",)


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        loss = copy_loss(model(x), x)
        # fault: gradients of all steps pile up
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
