"""Multiply out what you return, for d = 1."""

FAILS = ("mha_parameters_count",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 4 * (d_model + 1) ** 2  # fault: one more than there are
