"""Print the mask for T = 3.

Rows are queries and columns are keys: how many Trues should the first row have, and how many the last one?
"""

import torch

FAILS = ("causal_mask_allows_past_and_present",)
USELESS = "the mask allows the wrong keys, or is none"


def causal_mask(T):
    return torch.triu(torch.ones(T, T, dtype=torch.bool))  # fault: the future
