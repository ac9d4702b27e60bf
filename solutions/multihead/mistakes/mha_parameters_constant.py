"""Print your number for two widths."""

FAILS = (
    "mha_parameters_count",
    "mha_parameters_is_an_integer",
)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 4224  # fault: the example
