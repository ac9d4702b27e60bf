"""Type hints, and assertions of everything the contract promises."""

import math

import torch
from torch import Tensor


def attention(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    assert Q.dim() == K.dim() == V.dim() >= 2
    assert Q.shape[-1] == K.shape[-1], "queries and keys should have the same width"
    assert K.shape[-2] == V.shape[-2], "every key should have a value"
    assert Q.shape[:-2] == K.shape[:-2] == V.shape[:-2]
    assert Q.dtype == K.dtype == V.dtype
    scores: Tensor = torch.matmul(Q, K.transpose(-2, -1)) / math.sqrt(Q.shape[-1])
    if mask is not None:
        assert mask.dtype == torch.bool
        assert torch.broadcast_shapes(mask.shape, scores.shape) == scores.shape
        scores = scores.masked_fill(~mask, float("-inf"))
    weights: Tensor = torch.softmax(scores, dim=-1)
    assert weights.shape == (*Q.shape[:-1], K.shape[-2])
    return torch.matmul(weights, V), weights
