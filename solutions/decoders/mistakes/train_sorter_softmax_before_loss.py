"""Give the model logits of 100 for the right digits.

What does the loss say?

What does cross_entropy do first?
"""

import torch
from torch import nn

FAILS = ("train_sorter_draws_fresh_digits",)
USELESS = "it trains slowly, and its losses say little about the batches"


def train_sorter(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    torch.manual_seed(seed)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(0, 10, (batch_size, 10))
        y = x.sort(dim=1).values
        loss = nn.functional.cross_entropy(model(x).softmax(-1).reshape(-1, 10), y.reshape(-1))
        opt.zero_grad()  # fault: cross_entropy takes raw logits
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses
