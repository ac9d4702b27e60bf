"""Print the shape.

How many axes does the contract promise?
"""

import torch

FAILS = ("alibi_bias_shape_and_dtype",)


def alibi_bias(n_heads, T):
    slopes = 2.0 ** (-8 * torch.arange(1, n_heads + 1) / n_heads)
    position = torch.arange(T)
    distance = (position[:, None] - position[None, :]).abs()
    return (-slopes[:, None, None] * distance).unsqueeze(0)  # fault: an axis for the batch
