"""Call it with (3, 4) and compare with the example.

Which of the two steps of a LayerNorm is left out?
"""

import torch
from torch import nn

FAILS = ("rms_norm_matches_formula",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))

    def forward(self, x):
        x = x - x.mean(-1, keepdim=True)  # fault: that is a LayerNorm
        return x / (x.square().mean(-1, keepdim=True) + 1e-6).sqrt() * self.gain
