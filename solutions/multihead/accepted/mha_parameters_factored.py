"""Factored: four times d times d + 1."""


def mha_parameters(d_model):
    return 4 * d_model * (d_model + 1)
