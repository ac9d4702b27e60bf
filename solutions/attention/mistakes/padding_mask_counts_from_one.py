"""Count the Trues in the row of a sequence of length 2.

At which number do your positions begin?
"""

import torch

FAILS = ("padding_mask_marks_real_tokens",)
USELESS = "the mask allows the wrong keys, or is none"


def padding_mask(lengths, T):
    position = torch.arange(1, T + 1)
    return (position < lengths.unsqueeze(1)).unsqueeze(1)  # fault: positions from 1 need <=
