"""Set all parameters to 0 and look at the result.

Whose business is the residual connection?
"""

from torch import nn

FAILS = ("feed_forward_matches_formula",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(x)))  # fault: the residual belongs to the block
