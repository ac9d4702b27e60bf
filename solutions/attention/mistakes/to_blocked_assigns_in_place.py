"""Print the mask that you passed in after the call.

Does your new name stand for a new tensor?
"""

FAILS = ("to_blocked_leaves_mask_alone",)


def to_blocked(mask):
    blocked = mask  # fault: a second name, not a copy
    blocked[...] = ~blocked
    return blocked
