"""Plot the losses of 200 steps beside those of the optimizer that the contract names."""

import torch
from reference import copy_loss

FAILS = ("train_copier_learns_to_copy",)
USELESS = "nothing is learned in a reasonable time"


def train_copier(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    losses = []  # fault: hardly moves at this learning rate
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        loss = copy_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
