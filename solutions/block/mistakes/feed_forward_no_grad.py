"""Call backward on the sum of the result.

What does the error message say about `requires_grad`?
"""

import torch
from torch import nn

FAILS = ("feed_forward_gradients",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        with torch.no_grad():  # fault: no gradient for any of it
            return self.down(nn.functional.gelu(self.up(x)))
