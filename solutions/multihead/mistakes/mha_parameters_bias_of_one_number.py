"""Print the shapes of the parameters of nn.Linear(3, 3)."""

FAILS = ("mha_parameters_count",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 4 * d_model**2 + 4  # fault: a bias has one number per channel
