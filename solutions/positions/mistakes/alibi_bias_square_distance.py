"""Print the last row of a head.

By how much does the bias change from key to key?
"""

import torch

FAILS = ("alibi_bias_matches_formula",)


def alibi_bias(n_heads, T):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(T)
    distance = (position[:, None] - position[None, :]) ** 2  # fault: the penalty is linear
    return -slopes[:, None, None] * distance
