"""Print the dtype of your mask.

What does ~ make of a 1 of that dtype?
"""

import torch

FAILS = ("padding_mask_broadcasts_over_queries",)


def padding_mask(lengths, T):
    mask = torch.zeros(len(lengths), 1, T, dtype=torch.int64)  # fault: integers
    for b, length in enumerate(lengths):
        mask[b, 0, :length] = 1
    return mask
