"""Print the row of a sequence of length 0.

How many real tokens does it have?
"""

import torch

FAILS = ("padding_mask_marks_real_tokens",)
USELESS = "the mask allows the wrong keys, or is none"


def padding_mask(lengths, T):
    lengths = lengths.clamp(min=1)  # fault: "against NaN", makes a token of padding
    return (torch.arange(T) < lengths[:, None])[:, None, :]
