"""Count the parameters for d = 64.

How wide is the middle?
"""

from torch import nn

FAILS = ("feed_forward_parameter_count",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 2 * d_model)  # fault: 4 times as wide
        self.down = nn.Linear(2 * d_model, d_model)

    def forward(self, x):
        return self.down(nn.functional.gelu(self.up(x)))
