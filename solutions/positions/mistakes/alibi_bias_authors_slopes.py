"""Print the slopes for 3 heads and compare with the formula of the contract.

What does it say about numbers of heads that are no power of two?
"""

import torch

FAILS = ("alibi_bias_matches_formula",)


def slopes_of(n_heads):
    if n_heads & (n_heads - 1) == 0:
        return [2 ** (-8 * i / n_heads) for i in range(1, n_heads + 1)]
    closest = 2 ** (n_heads.bit_length() - 1)
    return slopes_of(closest) + slopes_of(2 * closest)[0::2][: n_heads - closest]  # fault: not the contract's


def alibi_bias(n_heads, T):
    position = torch.arange(T)
    distance = (position[:, None] - position[None, :]).abs()
    return -torch.tensor(slopes_of(n_heads))[:, None, None] * distance
