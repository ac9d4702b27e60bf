"""Print the slope of each head.

Why did the authors want them to differ?
"""

import torch

FAILS = (
    "alibi_bias_matches_formula",
    "alibi_bias_heads_differ",
)
USELESS = "all heads look equally far"


def alibi_bias(n_heads, T):
    slopes = torch.full((n_heads,), 2.0 ** (-8 / n_heads))  # fault: one slope for all heads
    position = torch.arange(T)
    distance = (position[:, None] - position[None, :]).abs()
    return -slopes[:, None, None] * distance
