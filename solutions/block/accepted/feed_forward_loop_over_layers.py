"""The layers in a ModuleList, one after another."""

from torch import nn


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
