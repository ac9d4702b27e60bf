"""Build a small block, print the shapes of its parameters, and tick off what your formula counts."""

FAILS = ("block_parameters_matches_formula",)
USELESS = "a single number, right or wrong"


def block_parameters(d_model):
    return 12 * d_model**2 + 9 * d_model  # fault: the norms have scales and shifts
