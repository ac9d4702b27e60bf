"""A clone of the stream that the sublayers are added to."""

from reference import FeedForward, MultiHeadAttention
from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(d_model, eps=1e-6), nn.LayerNorm(d_model, eps=1e-6)
        self.a, self.f = MultiHeadAttention(d_model, n_heads), FeedForward(d_model)
        self.d1, self.d2 = nn.Dropout(dropout), nn.Dropout(dropout)

    def forward(self, x, mask=None):
        stream = x.clone()
        stream += self.d1(self.a(self.n1(x), None, mask))
        return stream + self.d2(self.f(self.n2(stream)))
