"""Print the shape of your mask.

Which axes does broadcasting add by itself?
"""

import torch

FAILS = ("causal_mask_is_boolean_square",)
USELESS = "the mask allows the wrong keys, or is none"


def causal_mask(T):
    return torch.ones(T, T, dtype=torch.bool).tril().unsqueeze(0)  # fault: (1, T, T)
