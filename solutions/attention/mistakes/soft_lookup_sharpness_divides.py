"""Print the largest weight for sharpness 0.1, 1 and 50.

In which direction should it go?
"""

FAILS = ("soft_lookup_sharpness_scales_scores",)


def soft_lookup(query, keys, values, sharpness=1.0):
    scores = keys @ query / sharpness  # fault: that is a temperature
    weights = scores.softmax(dim=0)
    return weights @ values, weights
