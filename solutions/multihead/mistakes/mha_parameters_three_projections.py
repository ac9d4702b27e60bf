"""Name the projections that a token meets on its way through the module."""

FAILS = ("mha_parameters_count",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 3 * d_model**2 + 3 * d_model  # fault: the output is a projection too
