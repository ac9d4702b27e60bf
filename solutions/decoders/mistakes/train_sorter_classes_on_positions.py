"""Print the shapes of what goes into cross_entropy, for sequences of ten and of seven digits.

On which axis does it expect the classes?
"""

import torch
from torch import nn

FAILS = ("train_sorter_learns_to_sort",)
USELESS = "it optimizes something else"


def train_sorter(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        y = x.sort(dim=1).values
        loss = nn.functional.cross_entropy(model(x), y)  # fault: takes axis 1 for the digits
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
