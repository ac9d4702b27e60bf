"""Multiply the weights that you return with the values and compare with your output, for sharpness 1."""

FAILS = ("soft_lookup_matches_formula",)


def soft_lookup(query, keys, values, sharpness=1.0):
    weights = (sharpness * (keys @ query)).softmax(dim=0)
    return values[weights.argmax()], weights  # fault: the best value instead of the average
