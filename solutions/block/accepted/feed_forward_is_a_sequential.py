"""FeedForward inherits from nn.Sequential."""

from torch import nn


class FeedForward(nn.Sequential):
    def __init__(self, d_model):
        super().__init__(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
