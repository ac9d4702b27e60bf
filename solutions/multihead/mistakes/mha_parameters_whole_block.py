"""List the layers that you have counted.

Which of them does your module have?
"""

FAILS = ("mha_parameters_count",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 12 * d_model**2 + 13 * d_model  # fault: counts a whole block
