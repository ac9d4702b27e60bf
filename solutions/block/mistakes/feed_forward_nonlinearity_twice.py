"""Look at the smallest component of many results.

What happens after W₂ in the formula?
"""

from torch import nn

FAILS = ("feed_forward_matches_formula",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        return nn.functional.gelu(self.down(nn.functional.gelu(self.up(x))))  # fault: once more at the end
