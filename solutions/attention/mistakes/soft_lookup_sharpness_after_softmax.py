"""Sum the weights for sharpness 2.

What should the sum be, and at which of your lines does it change?
"""

FAILS = ("soft_lookup_sharpness_scales_scores",)


def soft_lookup(query, keys, values, sharpness=1.0):
    weights = sharpness * (keys @ query).softmax(dim=0)  # fault: scales the weights, not the scores
    return weights @ values, weights
