"""Print the mask for T = 3 and count the Trues of its first row.

Which of the two axes should run over the queries, and which one does?
"""

import torch

FAILS = ("causal_mask_allows_past_and_present",)
USELESS = "the mask allows the wrong keys, or is none"


def causal_mask(T):
    position = torch.arange(T)
    return position[:, None] <= position[None, :]  # fault: queries and keys exchanged
