"""Matrices as nn.Parameter the way the formula has them, by einsum, W₂ before W₁."""

import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.W2 = nn.Parameter(torch.randn(d_model, 4 * d_model) * 0.1)
        self.W1 = nn.Parameter(torch.randn(4 * d_model, d_model) * 0.1)
        self.b2 = nn.Parameter(torch.zeros(d_model))
        self.b1 = nn.Parameter(torch.zeros(4 * d_model))

    def forward(self, x):
        hidden = nn.functional.gelu(torch.einsum("hd,...d->...h", self.W1, x) + self.b1)
        return torch.einsum("dh,...h->...d", self.W2, hidden) + self.b2
