"""List the parameters of your module with their shapes.

Which of them has no letter in the formula?
"""

from torch import nn

FAILS = ("feed_forward_parameter_count",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)  # fault: the norm belongs to the block
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        return self.down(nn.functional.gelu(self.up(self.norm(x))))
