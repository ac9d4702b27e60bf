"""Print block_parameters(4096) and count by hand.

What does 12·d·d + 13·d give?
"""

FAILS = ("block_parameters_matches_formula",)
USELESS = "a single number, right or wrong"


def block_parameters(d_model):
    return 12 * d_model * (d_model + 13)  # fault: a misplaced bracket
