"""Call it with four steps and count the losses."""

import torch
from torch import nn

FAILS = (
    "train_sorter_returns_losses",
    "train_sorter_loss_is_mean_cross_entropy",
)
USELESS = "all that can be seen of the batches is in the losses"


def train_sorter(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for step in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        y = x.sort(dim=1).values
        loss = nn.functional.cross_entropy(model(x).reshape(-1, 10), y.reshape(-1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 10 == 9:  # fault: keeps one loss in ten
            losses.append(loss.item())
    return losses
