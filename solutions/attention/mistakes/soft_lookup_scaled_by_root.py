"""Compare your scores for sharpness 1 with keys @ query, number by number.

Which factor is between them, and does this formula, not the one of the next part, have it?
"""

import math

FAILS = ("soft_lookup_matches_formula",)


def soft_lookup(query, keys, values, sharpness=1.0):
    scores = sharpness * (keys @ query) / math.sqrt(len(query))  # fault: no √d in the soft lookup yet
    weights = scores.softmax(dim=0)
    return weights @ values, weights
