"""How many numbers does nn.Linear(d, d) hold? Print the shapes of its parameters."""

FAILS = ("mha_parameters_count",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 4 * d_model**2  # fault: weights only
