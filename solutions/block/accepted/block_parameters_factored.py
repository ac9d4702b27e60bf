"""The formula with d factored out."""


def block_parameters(d_model):
    return d_model * (12 * d_model + 13)
