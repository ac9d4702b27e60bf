"""Name the four projections.

How many of them have a bias?
"""

FAILS = ("mha_parameters_count",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 4 * d_model**2 + d_model  # fault: one bias for all
