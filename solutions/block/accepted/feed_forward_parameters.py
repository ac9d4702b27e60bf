"""Matrices as nn.Parameter, multiplied from the right."""

import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.W1 = nn.Parameter(torch.randn(d_model, 4 * d_model) / d_model**0.5)
        self.b1 = nn.Parameter(torch.zeros(4 * d_model))
        self.W2 = nn.Parameter(torch.randn(4 * d_model, d_model) / (4 * d_model) ** 0.5)
        self.b2 = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        return nn.functional.gelu(x @ self.W1 + self.b1) @ self.W2 + self.b2
