"""Trace one vector through your layers and compare with the order in the formula.

Can your result have large negative components?
"""

from torch import nn

FAILS = ("feed_forward_matches_formula",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        return nn.functional.gelu(self.down(self.up(x)))  # fault: after both layers, not between them
