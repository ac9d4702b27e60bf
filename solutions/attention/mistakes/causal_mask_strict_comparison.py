"""Print the diagonal of your mask.

May a token look at itself?
"""

import torch

FAILS = ("causal_mask_allows_past_and_present",)


def causal_mask(T):
    position = torch.arange(T)
    return position[None, :] < position[:, None]  # fault: < for <=
