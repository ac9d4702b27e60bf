"""Multi-head attention, its size, and its blindness for order: the reference solution.

Source: Vaswani et al., "Attention Is All You Need", NeurIPS 2017. Section 3.2.2 defines the heads, their
concatenation and the four projections; section 3.2.3 says where queries, keys and values come from. With
biases, as in nn.MultiheadAttention.

Letters: B batch, h heads, T length, d width of the model, d_head = d/h width of a head; T_q queries, T_kv keys
and values. Masks are boolean, True = may attend.
"""

import math

import torch
from torch import Tensor, nn


def attention(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for allowed keys and −∞ for forbidden ones (section 3.2.1).

    Q (..., m, d_k), K (..., n, d_k), V (..., n, d_v); mask boolean, broadcastable to (..., m, n).
    Returns out (..., m, d_v) and weights (..., m, n).
    """
    d_k = Q.shape[-1]
    scores = Q @ K.mT / math.sqrt(d_k)  # (..., m, n)
    if mask is not None:
        scores = torch.where(mask, scores, -math.inf)
    weights = scores.softmax(dim=-1)  # (..., m, n)
    return weights @ V, weights


class MultiHeadAttention(nn.Module):
    """h attentions side by side, each in d/h channels of its own, and their results mixed (section 3.2.2).

    `last_weights`, (B, h, T_q, T_kv), holds the weights of the latest call, detached.
    """

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"{n_heads} heads can't share {d_model} channels evenly")
        self.n_heads = n_heads
        self.queries = nn.Linear(d_model, d_model)
        self.keys = nn.Linear(d_model, d_model)
        self.values = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def split(self, x: Tensor) -> Tensor:
        """Give each head its channels: (B, T, d) to (B, h, T, d_head)."""
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)  # (B, h, T, d_head)

    def forward(self, x: Tensor, kv: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        """Tokens x (B, T_q, d) look up what they need in kv (B, T_kv, d), which is x unless given.

        mask: boolean, broadcastable to (B, h, T_q, T_kv), True = may attend. Returns (B, T_q, d).
        """
        if kv is None:
            kv = x
        Q, K, V = self.split(self.queries(x)), self.split(self.keys(kv)), self.split(self.values(kv))
        heads, weights = attention(Q, K, V, mask)  # (B, h, T_q, d_head), (B, h, T_q, T_kv)
        self.last_weights = weights.detach()
        return self.output(heads.transpose(1, 2).flatten(2))  # (B, T_q, d)


def mha_parameters(d_model: int) -> int:
    """How many parameters multi-head attention has: four d × d matrices and four biases, whatever h is."""
    return 4 * d_model**2 + 4 * d_model


def equivariance_gap(mha: nn.Module, x: Tensor, order: Tensor) -> float:
    """The largest difference between reordering the outputs and reordering the inputs.

    x (B, T, d), order (T,), a permutation of 0 … T − 1. Zero, up to rounding, for a module that can't tell order.
    """
    with torch.no_grad():
        outputs_moved, inputs_moved = mha(x)[:, order], mha(x[:, order])  # (B, T, d) each
    return (outputs_moved - inputs_moved).abs().max().item()
