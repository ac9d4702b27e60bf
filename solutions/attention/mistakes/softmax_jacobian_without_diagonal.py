"""Differentiate α_1 with respect to its own score by hand, and compare with your entry [0, 0].

What happens to δ_ij there?
"""

FAILS = ("softmax_jacobian_diagonal",)


def softmax_jacobian(weights):
    return -weights.unsqueeze(-1) * weights.unsqueeze(-2)  # fault: the diagonal term is missing
