"""Print your number and look for the decimal point."""

FAILS = ("mha_parameters_is_an_integer",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 4 * d_model * (d_model + 1) / 1  # fault: division makes a float
