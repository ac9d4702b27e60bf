"""AddNorm as a module of its own, and the network written out."""

from reference import MultiHeadAttention
from torch import nn


class AddNorm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.ln = nn.LayerNorm(d)

    def forward(self, x, y):
        return self.ln(x + y)


class PostLNBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.addnorm1 = AddNorm(d_model)
        self.w_1 = nn.Linear(d_model, 4 * d_model)
        self.w_2 = nn.Linear(4 * d_model, d_model)
        self.addnorm2 = AddNorm(d_model)

    def forward(self, x, mask=None):
        y = self.addnorm1(x, self.attention(x, mask=mask))
        return self.addnorm2(y, self.w_2(nn.functional.gelu(self.w_1(y))))
