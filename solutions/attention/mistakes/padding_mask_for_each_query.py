"""Print the shape of your mask.

Do the rows of one sequence differ from one another?
"""

import torch

FAILS = ("padding_mask_broadcasts_over_queries", "padding_mask_marks_real_tokens")
USELESS = "the mask allows the wrong keys, or is none"


def padding_mask(lengths, T):
    real = torch.arange(T) < lengths[:, None]  # (B, T)
    return real[:, None, :] & real[:, :, None]  # fault: (B, T, T), padded queries blocked as well
