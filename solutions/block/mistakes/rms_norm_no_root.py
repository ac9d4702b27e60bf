"""Call it with x and with 10x."""

import torch
from torch import nn

FAILS = ("rms_norm_matches_formula",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x / (x.square().mean(-1, keepdim=True) + 1e-6) * self.gain  # fault: the root is missing
