"""Call it with a mask of more than one entry and read the error.

Which operator turns each entry by itself?
"""

FAILS = ("to_blocked_inverts", "to_blocked_leaves_mask_alone")
USELESS = "the mask allows the wrong keys, or is none"


def to_blocked(mask):
    return not mask  # fault: asks the whole tensor for its truth value
