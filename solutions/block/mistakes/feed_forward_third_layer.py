"""List the parameters of your module with their shapes.

Count the matrices of the formula.
"""

from torch import nn

FAILS = ("feed_forward_parameter_count",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.middle = nn.Linear(4 * d_model, 4 * d_model)  # fault: one layer too many
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        z = nn.functional.gelu(self.up(x))
        return self.down(nn.functional.gelu(self.middle(z)))
