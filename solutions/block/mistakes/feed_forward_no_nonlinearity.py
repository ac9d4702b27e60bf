"""Compare FFN(2x) with FFN(x), biases at 0.

What do two linear layers in a row amount to?
"""

from torch import nn

FAILS = ("feed_forward_matches_formula",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        return self.down(self.up(x))  # fault: nothing between the layers
