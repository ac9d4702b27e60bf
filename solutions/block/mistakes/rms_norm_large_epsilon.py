"""Call it with (0.3, 0.4) and with (3, 4)."""

import torch
from torch import nn

FAILS = ("rms_norm_matches_formula",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x / (x.square().mean(-1, keepdim=True) + 0.1).sqrt() * self.gain  # fault: ε is 1e-6
