"""Print the diagonal of your mask.

May a token look at itself?
"""

import torch

FAILS = ("causal_mask_allows_past_and_present",)
USELESS = "the mask allows the wrong keys, or is none"


def causal_mask(T):
    position = torch.arange(T)
    return position[None, :] < position[:, None]  # fault: < for <=
