"""FeedForward as nn.Sequential."""

from torch import Tensor, nn


class FeedForward(nn.Sequential):
    def __init__(self, d_model: int) -> None:
        super().__init__(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x)
