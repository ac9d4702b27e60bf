"""Put −1 through your nonlinearity.

Compare with the example of the contract.
"""

from torch import nn

FAILS = ("feed_forward_matches_formula",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        return self.down(nn.functional.relu(self.up(x)))  # fault: not GELU
