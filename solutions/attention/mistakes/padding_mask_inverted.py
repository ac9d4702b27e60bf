"""Print the mask for lengths (1, 3) and T = 4, and count the Trues of each row.

Which positions do they mark?
"""

import torch

FAILS = ("padding_mask_marks_real_tokens",)
USELESS = "the mask allows the wrong keys, or is none"


def padding_mask(lengths, T):
    return (torch.arange(T) >= lengths[:, None])[:, None, :]  # fault: marks the padding
