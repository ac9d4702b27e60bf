"""Print the shape of the gain."""

import torch
from torch import nn

FAILS = ("rms_norm_gain",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(1))  # fault: one for each component

    def forward(self, x):
        return x / (x.square().mean(-1, keepdim=True) + 1e-6).sqrt() * self.gain
