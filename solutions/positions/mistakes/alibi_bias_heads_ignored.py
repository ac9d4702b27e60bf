"""Print the slopes for 4 heads and for 8.

What is the last one in either case?
"""

import torch

FAILS = ("alibi_bias_matches_formula",)


def alibi_bias(n_heads, T):
    slopes = 2.0 ** -torch.arange(1, n_heads + 1).float()  # fault: right for 8 heads only
    position = torch.arange(T)
    distance = (position[:, None] - position[None, :]).abs()
    return -slopes[:, None, None] * distance
