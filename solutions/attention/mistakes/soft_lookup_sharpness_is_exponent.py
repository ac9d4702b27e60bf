"""Take the scores −1 and 2, and work out by hand what sharpness 2 should make of them before the softmax.

Print what you have there.
"""

FAILS = ("soft_lookup_sharpness_scales_scores",)


def soft_lookup(query, keys, values, sharpness=1.0):
    scores = keys @ query  # (n,)
    scores = scores.sign() * scores.abs() ** sharpness  # fault: a power instead of a factor
    weights = scores.softmax(dim=0)
    return weights @ values, weights
