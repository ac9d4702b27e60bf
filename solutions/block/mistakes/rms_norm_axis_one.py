"""Call it with a tensor of shape (2, 3, 5, d) and look at one vector."""

import torch
from torch import nn

FAILS = ("rms_norm_each_vector_alone",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))

    def forward(self, x):
        axis = min(1, x.dim() - 1)
        return x / (x.square().mean(axis, keepdim=True) + 1e-6).sqrt() * self.gain  # fault: the last axis, always
