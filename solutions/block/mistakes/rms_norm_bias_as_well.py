"""Print the parameters of the module.

What was left out on the way from LayerNorm?
"""

import torch
from torch import nn

FAILS = ("rms_norm_gain",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))
        self.shift = nn.Parameter(torch.zeros(d))  # fault: a gain and nothing else

    def forward(self, x):
        return x / (x.square().mean(-1, keepdim=True) + 1e-6).sqrt() * self.gain + self.shift
