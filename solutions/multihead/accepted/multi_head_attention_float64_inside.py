"""Everything in float64 inside, and back at the end."""

from reference import attention
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def heads(self, layer, t):
        y = t.double() @ layer.weight.double().T + layer.bias.double()
        return y.unflatten(2, (self.h, self.d_head)).transpose(1, 2)

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q, k, v = (self.heads(layer, t) for layer, t in ((self.q, x), (self.k, kv), (self.v, kv)))
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach().float()
        out = out.transpose(1, 2).flatten(2) @ self.o.weight.double().T + self.o.bias.double()
        return out.to(x.dtype)
