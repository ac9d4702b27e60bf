"""Count the Trues in the row of a sequence of length 2.

What is the index of its last token?
"""

import torch

FAILS = ("padding_mask_marks_real_tokens",)
USELESS = "the mask allows the wrong keys, or is none"


def padding_mask(lengths, T):
    return (torch.arange(T) <= lengths[:, None])[:, None, :]  # fault: <= for <
