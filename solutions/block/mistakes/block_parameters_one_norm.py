"""Count the norms of a block, and the numbers that each of them learns."""

FAILS = ("block_parameters_matches_formula",)
USELESS = "a single number, right or wrong"


def block_parameters(d_model):
    return 12 * d_model**2 + 11 * d_model  # fault: one norm
