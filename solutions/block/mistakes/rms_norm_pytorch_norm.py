"""Read the rule about what may be used."""

from torch import nn

FAILS = (
    "rms_norm_matches_formula",
    "rms_norm_gain",
    "rms_norm_each_vector_alone",
)
USELESS = "it is the exercise itself"


class RMSNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm = nn.RMSNorm(d, eps=1e-6)  # fault: PyTorch's own norm

    def forward(self, x):
        return self.norm(x)
