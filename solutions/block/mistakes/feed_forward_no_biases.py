"""Count the parameters for d = 64 and compare with 8d² + 5d.

Which of the terms is missing?
"""

from torch import nn

FAILS = ("feed_forward_parameter_count",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model, bias=False)  # fault: b₁ and b₂ are part of the formula
        self.down = nn.Linear(4 * d_model, d_model, bias=False)

    def forward(self, x):
        return self.down(nn.functional.gelu(self.up(x)))
