"""Which key should a query prefer, a near or a far one? Look at the sign of the far one's bias."""

import torch

FAILS = ("alibi_bias_matches_formula",)


def alibi_bias(n_heads, T):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(T)
    distance = (position[:, None] - position[None, :]).abs()
    return slopes[:, None, None] * distance  # fault: a reward for distance
