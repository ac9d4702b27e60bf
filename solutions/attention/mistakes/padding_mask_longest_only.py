"""Call it with T larger than every length, and print the shape of the result."""

import torch

FAILS = ("padding_mask_broadcasts_over_queries", "padding_mask_marks_real_tokens")
USELESS = "the mask allows the wrong keys, or is none"


def padding_mask(lengths, T):
    longest = int(lengths.max())  # fault: T is not used
    return (torch.arange(longest) < lengths[:, None])[:, None, :]
