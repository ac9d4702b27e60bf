"""Print the mask that you passed in, before and after the call.

Do your names stand for two tensors, or for one?
"""

FAILS = ("to_blocked_leaves_mask_alone",)


def to_blocked(mask):
    blocked = mask  # fault: a second name, not a copy
    blocked[...] = ~blocked
    return blocked
