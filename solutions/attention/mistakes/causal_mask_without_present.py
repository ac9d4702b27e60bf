"""Print the mask for T = 3 and read its first row aloud.

What may the first token look at?
"""

import torch

FAILS = ("causal_mask_allows_past_and_present",)
USELESS = "the mask allows the wrong keys, or is none"


def causal_mask(T):
    return torch.ones(T, T, dtype=torch.bool).tril(diagonal=-1)  # fault: not even itself
