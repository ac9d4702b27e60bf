"""Print type() of what you return."""

FAILS = (
    "mha_parameters_count",
    "mha_parameters_is_an_integer",
)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return f"{4 * d_model**2 + 4 * d_model:,}"  # fault: text is no number
