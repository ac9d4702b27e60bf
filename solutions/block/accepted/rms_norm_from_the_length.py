"""The length of the vector, divided by √d; computed in float64."""

import math

import torch
from torch import nn


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.d = d
        self.g = nn.Parameter(torch.ones(1, d))

    def forward(self, x):
        wide = x.double()
        rms = torch.sqrt(wide.norm(dim=-1, keepdim=True).square() / self.d + 1e-6)
        assert math.isfinite(rms.max())
        return (wide / rms).to(x.dtype) * self.g.view(self.d)
