"""Print your number for d = 1, 2 and 3.

What does ^ mean in Python?
"""

FAILS = ("mha_parameters_count",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    return 4 * d_model ^ 2 + 4 * d_model  # fault: ^ is no power
