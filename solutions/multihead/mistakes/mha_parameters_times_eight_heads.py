"""Does the contract say how many heads there are? How wide is a head?"""

FAILS = ("mha_parameters_count",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 8 * (4 * d_model**2 + 4 * d_model)  # fault: heads share the width
