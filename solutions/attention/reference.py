"""Scaled dot-product attention, its masks, and why it divides by √d_k: the reference solution.

Source: Vaswani et al., "Attention Is All You Need", NeurIPS 2017. Section 3.2.1 has the formula (equation 1)
and, in its footnote 4, the variance argument behind the scale; section 3.2.3 has the mask of the decoder.

Letters: B batch, T length, m queries, n keys, d_k width of queries and keys, d_v width of values.
Masks are boolean, True = may attend, unless a name says otherwise.
"""

import math

import torch
from torch import Tensor


def soft_lookup(query: Tensor, keys: Tensor, values: Tensor, sharpness: float = 1.0) -> tuple[Tensor, Tensor]:
    """Look `query` up among `keys`; every value counts as much as its key matches.

    query (d,), keys (n, d), values (n,) or (n, d_v), all of one floating dtype.
    Returns the output, () or (d_v,), and the weights (n,), in that dtype.
    """
    scores = sharpness * (keys @ query)  # (n,)
    weights = scores.softmax(dim=0)  # (n,)
    return weights @ values, weights


def attention(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for allowed keys and −∞ for forbidden ones (section 3.2.1).

    Q (..., m, d_k), K (..., n, d_k), V (..., n, d_v), float32 or float64, with the same leading axes;
    mask boolean, broadcastable to (..., m, n).
    Returns out (..., m, d_v) and weights (..., m, n) in the dtype of the inputs. The row of a query without
    any allowed key is NaN, as the formula has it; the other rows do not notice.
    """
    d_k = Q.shape[-1]
    scores = Q @ K.mT / math.sqrt(d_k)  # (..., m, n)
    if mask is not None:
        scores = torch.where(mask, scores, -math.inf)  # exp(−∞) = 0: exactly no weight
    weights = scores.softmax(dim=-1)  # (..., m, n)
    return weights @ V, weights


def causal_mask(T: int) -> Tensor:
    """The mask of a decoder: no query sees a later key (section 3.2.3). Boolean, (T, T)."""
    position = torch.arange(T)  # (T,)
    return position <= position[:, None]  # (T, T): key, the column, at or before query, the row


def padding_mask(lengths: Tensor, T: int) -> Tensor:
    """True for real tokens, False for the padding after them.

    lengths (B,), integers from 0 to T. Returns a boolean mask (B, 1, T), the same row for all queries.
    """
    position = torch.arange(T)  # (T,)
    return position < lengths[:, None, None]  # (B, 1, T)


def to_blocked(mask: Tensor) -> Tensor:
    """The same mask as nn.MultiheadAttention wants it, True = blocked: a new boolean tensor of its shape."""
    return ~mask


def softmax_jacobian(weights: Tensor) -> Tensor:
    """∂α_i/∂s_j = α_i (δ_ij − α_j) for every row of softmax weights.

    weights (..., n). Returns (..., n, n) in their dtype, entry [i, j] as above.
    """
    rows, columns = weights[..., :, None], weights[..., None, :]  # (..., n, 1), (..., 1, n)
    return torch.diag_embed(weights) - rows * columns  # (..., n, n)


def score_stats(d_k: int, n_samples: int = 4000, n_keys: int = 8) -> dict[str, float]:
    """What the raw scores q·k of standard normal vectors do to the softmax, and what dividing by √d_k mends.

    Draws q, then k, from torch's global generator. Returns floats: "score_std" of the raw scores; the mean
    largest weight, "max_weight"; the mean Frobenius norm of the softmax Jacobian, "jacobian_norm"; and the
    last two for the scores divided by √d_k, "max_weight_scaled" and "jacobian_norm_scaled".
    """
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    scores = (q @ k.mT).squeeze(1)  # (n_samples, n_keys)
    weights = scores.softmax(dim=-1)  # (n_samples, n_keys)
    weights_scaled = (scores / math.sqrt(d_k)).softmax(dim=-1)  # (n_samples, n_keys)
    return {
        "score_std": scores.std().item(),
        "max_weight": weights.amax(dim=-1).mean().item(),
        "max_weight_scaled": weights_scaled.amax(dim=-1).mean().item(),
        "jacobian_norm": torch.linalg.matrix_norm(softmax_jacobian(weights)).mean().item(),
        "jacobian_norm_scaled": torch.linalg.matrix_norm(softmax_jacobian(weights_scaled)).mean().item(),
    }


# q = (1, 0), k₁ = (2, 0), k₂ = (0, 2), v₁ = 10, v₂ = −10: the scores are 2/√2 = √2 and 0. With two keys,
# α₁ = 1/(1 + exp(s₂ − s₁)). The query (10, 0) has the scores 10√2 and 0.
exercise_1: dict[str, tuple[float, float] | float] = {
    "scaled_scores": (math.sqrt(2), 0.0),
    "weights": (1 / (1 + math.exp(-math.sqrt(2))), 1 / (1 + math.exp(math.sqrt(2)))),
    "output": 10 / (1 + math.exp(-math.sqrt(2))) - 10 / (1 + math.exp(math.sqrt(2))),
    "output_sharp": 10 / (1 + math.exp(-10 * math.sqrt(2))) - 10 / (1 + math.exp(10 * math.sqrt(2))),
}

# Var(q·k) = d_k σ_q² σ_k², so the standard deviation to divide by is σ_q σ_k √d_k.
exercise_2: dict[str, float] = {"divisor": 2 * 2 * math.sqrt(64)}
