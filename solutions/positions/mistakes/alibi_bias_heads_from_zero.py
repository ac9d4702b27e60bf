"""Print the slopes for 8 heads: they should be 1/2, 1/4, … 1/256."""

import torch

FAILS = ("alibi_bias_matches_formula",)


def alibi_bias(n_heads, T):
    slopes = 2.0 ** (-8 * torch.arange(n_heads) / n_heads)  # fault: heads count from 1
    position = torch.arange(T)
    distance = (position[:, None] - position[None, :]).abs()
    return -slopes[:, None, None] * distance
