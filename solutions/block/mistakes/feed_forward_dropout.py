"""Call a freshly made module twice with the same x.

Where in a block does dropout belong?
"""

from torch import nn

FAILS = ("feed_forward_leaves_input_alone",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)
        self.dropout = nn.Dropout(0.1)  # fault: no dropout in here

    def forward(self, x):
        return self.dropout(self.down(nn.functional.gelu(self.up(x))))
