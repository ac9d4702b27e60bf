"""Call it with values of shape (3, 2), and print the shape of the output.

Each key's weight belongs to which axis of the values?
"""

FAILS = ("soft_lookup_matches_formula",)
USELESS = "it fails for vector values, and so for every real use"


def soft_lookup(query, keys, values, sharpness=1.0):
    weights = (sharpness * (keys @ query)).softmax(dim=0)
    output = (weights * values).sum()  # fault: only right for values of shape (n,)
    return output, weights
