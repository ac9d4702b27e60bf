"""Print the mask that you passed in after the call.

What does an underscore at the end of a method's name mean?
"""

FAILS = ("to_blocked_leaves_mask_alone",)


def to_blocked(mask):
    return mask.logical_not_()  # fault: turns the caller's mask
