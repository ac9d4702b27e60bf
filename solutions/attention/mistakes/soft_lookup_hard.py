"""Move the query a little and watch the weights.

Do they change smoothly, and could a gradient tell the query in which direction to go?
"""

import torch

FAILS = ("soft_lookup_matches_formula",)


def soft_lookup(query, keys, values, sharpness=1.0):
    scores = sharpness * (keys @ query)  # (n,)
    weights = torch.zeros_like(scores)
    weights[scores.argmax()] = 1.0  # fault: a hard lookup
    return weights @ values, weights
