"""Try sharpness 50 with a key that fits the query well, and print the exponentials.

What can you take off all scores without changing the weights?
"""

FAILS = ("soft_lookup_weights_sum_to_one",)


def soft_lookup(query, keys, values, sharpness=1.0):
    exponentials = (sharpness * (keys @ query)).exp()  # fault: overflows
    weights = exponentials / exponentials.sum()
    return weights @ values, weights
