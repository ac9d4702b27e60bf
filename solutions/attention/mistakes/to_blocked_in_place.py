"""Print the mask that you passed in, before and after the call.

Which of your lines writes into it?
"""

FAILS = ("to_blocked_leaves_mask_alone",)


def to_blocked(mask):
    return mask.logical_not_()  # fault: turns the caller's mask
