"""Print the dtype of the result.

Which one does nn.MultiheadAttention need to read it as "blocked or not"?
"""

FAILS = ("to_blocked_leaves_mask_alone",)


def to_blocked(mask):
    return 1.0 - mask.float()  # fault: floats would be added to the scores
