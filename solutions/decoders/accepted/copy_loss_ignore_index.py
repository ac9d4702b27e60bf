"""Targets for all positions, of which cross_entropy leaves out those marked −100."""

import torch
from torch import nn


def copy_loss(logits, x):
    target = torch.full_like(x, -100)
    target[:, 3:] = x[:, :-3]
    return nn.functional.cross_entropy(logits.reshape(-1, 10), target.reshape(-1))
