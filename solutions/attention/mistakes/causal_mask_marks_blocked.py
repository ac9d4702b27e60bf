"""Print the mask for T = 3 and go through its Trues.

Is each of them a key that the query may look at? PyTorch has two conventions; which one does this
assignment use?
"""

import torch

FAILS = ("causal_mask_allows_past_and_present",)
USELESS = "the mask allows the wrong keys, or is none"


def causal_mask(T):
    return torch.triu(torch.ones(T, T), diagonal=1).bool()  # fault: True = blocked
