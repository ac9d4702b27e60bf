"""Print the shape of your mask beside that of the scores, (B, m, n).

Which axis of yours should have size 1?
"""

import torch

FAILS = ("padding_mask_broadcasts_over_queries",)


def padding_mask(lengths, T):
    return (torch.arange(T) < lengths[:, None]).unsqueeze(0)  # fault: (1, B, T)
