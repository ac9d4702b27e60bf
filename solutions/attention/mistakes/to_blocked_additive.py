"""Print the result for a mask of three entries.

Is that a mask of which entry is blocked, or something to be added to scores?
"""

import torch

FAILS = ("to_blocked_leaves_mask_alone",)


def to_blocked(mask):
    return torch.zeros(mask.shape).masked_fill(~mask, float("-inf"))  # fault: the additive form
