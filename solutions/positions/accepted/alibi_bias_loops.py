"""Number by number."""

import torch


def alibi_bias(n_heads, T):
    return torch.tensor(
        [[[-(2 ** (-8 * i / n_heads)) * abs(m - n) for n in range(T)] for m in range(T)] for i in range(1, n_heads + 1)]
    )
