"""Print your mask for T = 3.

Is that what one adds to the scores, or what says who may attend to whom?
"""

import torch

FAILS = ("causal_mask_allows_past_and_present", "causal_mask_is_boolean_square")
USELESS = "the mask allows the wrong keys, or is none"


def causal_mask(T):
    return torch.full((T, T), float("-inf")).triu(diagonal=1)  # fault: 0 and −∞ instead of True and False
