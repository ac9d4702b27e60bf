"""Print one head's bias.

Does a key after the query get a penalty, or a reward?
"""

import torch

FAILS = ("alibi_bias_depends_on_distance",)


def alibi_bias(n_heads, T):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(T)
    distance = position[:, None] - position[None, :]  # fault: the distance has no sign
    return -slopes[:, None, None] * distance
