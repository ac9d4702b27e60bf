"""Print the mask for lengths (1, 3) and T = 4.

On which side do the real tokens stand in this assignment?
"""

import torch

FAILS = ("padding_mask_marks_real_tokens",)
USELESS = "the mask allows the wrong keys, or is none"


def padding_mask(lengths, T):
    return (torch.arange(T) >= T - lengths[:, None])[:, None, :]  # fault: real tokens at the end
