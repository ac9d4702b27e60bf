"""An empty mask whose rows are filled up to the present."""

import torch


def causal_mask(T):
    mask = torch.zeros(T, T, dtype=torch.bool)
    for t in range(T):
        mask[t, : t + 1] = True
    return mask
