"""Print the shape of your mask beside that of the scores, (B, m, n).

With which axis of the scores would broadcasting align your first one?
"""

import torch

FAILS = ("padding_mask_broadcasts_over_queries",)


def padding_mask(lengths, T):
    return torch.arange(T) < lengths[:, None]  # fault: (B, T)
