"""AdamW without weight decay, all batches drawn at the start."""

import torch
from torch import nn


def train_sorter(model, steps=600, batch_size=128, lr=3e-3, seed=0):
    batches = torch.randint(10, (steps, batch_size, 10), generator=torch.Generator().manual_seed(seed))
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.0)
    criterion = nn.CrossEntropyLoss()
    losses = torch.zeros(steps)
    for step, x in enumerate(batches):
        optimizer.zero_grad(set_to_none=False)
        logits = model(x)
        loss = criterion(logits.view(-1, 10), x.sort().values.view(-1))
        loss.backward()
        optimizer.step()
        losses[step] = loss.item()
    return losses.tolist()
