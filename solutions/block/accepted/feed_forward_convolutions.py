"""Two convolutions of width 1."""

from torch import nn


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.conv1 = nn.Conv1d(d_model, 4 * d_model, kernel_size=1)
        self.conv2 = nn.Conv1d(4 * d_model, d_model, kernel_size=1)
        self.act = nn.GELU()

    def forward(self, x):
        columns = x.reshape(1, -1, x.shape[-1]).transpose(1, 2)  # (1, d, n)
        out = self.conv2(self.act(self.conv1(columns)))
        return out.transpose(1, 2).reshape(x.shape)
