"""Print two rows of a head.

Should every query have the same bias?
"""

import torch

FAILS = ("alibi_bias_depends_on_distance",)


def alibi_bias(n_heads, T):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(T)
    distance = (T - 1 - position).expand(T, T)  # fault: counts from the last key, whoever asks
    return -slopes[:, None, None] * distance
