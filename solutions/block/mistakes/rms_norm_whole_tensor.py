"""Give it two vectors, stretch one of them, and look at the result for the other."""

import torch
from torch import nn

FAILS = ("rms_norm_each_vector_alone",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x / (x.square().mean() + 1e-6).sqrt() * self.gain  # fault: one mean for all vectors
