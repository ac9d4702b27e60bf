"""Take a key twice as long as the query in the same direction, and one equal to it.

Which of them has the larger dot product, and which of them gets the larger weight?
"""

FAILS = ("soft_lookup_matches_formula", "soft_lookup_sharpness_scales_scores")
USELESS = "the weights do not follow the scores that were asked for"


def soft_lookup(query, keys, values, sharpness=1.0):
    scores = -(keys - query).norm(dim=-1)  # fault: closeness instead of the dot product
    weights = (sharpness * scores).softmax(dim=0)
    return weights @ values, weights
