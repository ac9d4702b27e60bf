"""The outer products negated, and the diagonal written over."""


def softmax_jacobian(weights):
    column, row = weights.unsqueeze(-1), weights.unsqueeze(-2)
    J = -column @ row  # (..., n, n)
    J.diagonal(dim1=-2, dim2=-1).copy_(weights * (1 - weights))
    return J
