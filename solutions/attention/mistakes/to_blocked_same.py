"""Print the mask before and after.

What does a True mean in each of the two conventions?
"""

FAILS = ("to_blocked_inverts",)
USELESS = "the mask allows the wrong keys, or is none"


def to_blocked(mask):
    return mask.clone().bool()  # fault: nothing is exchanged
