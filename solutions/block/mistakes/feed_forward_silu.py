"""Plot your nonlinearity beside GELU, at −1 say.

Are they the same function?
"""

from torch import nn

FAILS = ("feed_forward_matches_formula",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        return self.down(nn.functional.silu(self.up(x)))  # fault: z·σ(z) is another relative of ReLU
