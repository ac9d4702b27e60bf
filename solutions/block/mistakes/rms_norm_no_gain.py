"""Print the parameters of the module."""

from torch import nn

FAILS = ("rms_norm_gain",)


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.d = d  # fault: nothing is learned

    def forward(self, x):
        return x / (x.square().mean(-1, keepdim=True) + 1e-6).sqrt()
