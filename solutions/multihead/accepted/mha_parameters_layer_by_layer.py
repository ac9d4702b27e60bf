"""One projection after the other."""


def mha_parameters(d_model):
    total = 0
    for _projection in ("q", "k", "v", "o"):
        weight = d_model * d_model
        bias = d_model
        total += weight + bias
    return total
