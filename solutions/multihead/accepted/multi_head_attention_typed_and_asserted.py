"""Type hints, a docstring, and shapes checked on the way."""

import torch
from reference import attention
from torch import Tensor, nn


class MultiHeadAttention(nn.Module):
    """Multi-head attention, self or cross."""

    last_weights: Tensor | None

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        d_head, rest = divmod(d_model, n_heads)
        if rest:
            raise ValueError(f"{d_model} / {n_heads}")
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_head
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.o_proj = nn.Linear(d_model, d_model)
        self.last_weights = None

    def split_heads(self, x: Tensor) -> Tensor:
        B, T, d = x.shape
        assert d == self.d_model
        return x.view(B, T, self.n_heads, self.d_head).transpose(1, 2)

    def merge_heads(self, x: Tensor) -> Tensor:
        B, h, T, d_head = x.shape
        assert h * d_head == self.d_model
        return x.transpose(1, 2).reshape(B, T, h * d_head)

    def forward(self, x: Tensor, kv: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        kv = x if kv is None else kv
        q = self.split_heads(self.q_proj(x))
        k = self.split_heads(self.k_proj(kv))
        v = self.split_heads(self.v_proj(kv))
        if mask is not None:
            assert mask.dtype == torch.bool
            while mask.dim() < 4:
                mask = mask.unsqueeze(0)
        heads, weights = attention(q, k, v, mask)
        assert weights.shape == (*q.shape[:3], k.shape[2])
        self.last_weights = weights.detach()
        return self.o_proj(self.merge_heads(heads))
