"""GELU from the error function."""

import math

import torch
from torch import nn


def my_gelu(z):
    return z * 0.5 * (1 + torch.erf(z / math.sqrt(2)))


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.fc1 = nn.Linear(d_model, 4 * d_model)
        self.fc2 = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        return self.fc2(my_gelu(self.fc1(x)))
