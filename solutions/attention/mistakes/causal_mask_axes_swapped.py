"""Print the mask for T = 3.

Which of the two axes runs over the queries in your comparison?
"""

import torch

FAILS = ("causal_mask_allows_past_and_present",)


def causal_mask(T):
    position = torch.arange(T)
    return position[:, None] <= position[None, :]  # fault: queries and keys exchanged
