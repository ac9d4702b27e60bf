"""Call it with (3, 4) and compare with the example."""

import torch
from torch import nn

FAILS = ("rms_norm_matches_formula",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x / (x.square().sum(-1, keepdim=True) + 1e-6).sqrt() * self.gain  # fault: the mean, not the sum
