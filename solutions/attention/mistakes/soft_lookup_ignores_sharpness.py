"""Call it with sharpness 0.1 and with 50 and compare the weights.

Where does `sharpness` appear in your code?
"""

FAILS = ("soft_lookup_sharpness_scales_scores",)


def soft_lookup(query, keys, values, sharpness=1.0):
    scores = keys @ query  # (n,); fault: sharpness is not used
    weights = scores.softmax(dim=0)
    return weights @ values, weights
