"""Print a head.

What does the contract say about keys after the query?
"""

import torch

FAILS = ("alibi_bias_depends_on_distance",)


def alibi_bias(n_heads, T):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(T)
    distance = (position[:, None] - position[None, :]).abs()
    bias = -slopes[:, None, None] * distance
    future = torch.ones(T, T, dtype=torch.bool).triu(1)
    return bias.masked_fill(future, float("-inf"))  # fault: a mask is not part of the bias
