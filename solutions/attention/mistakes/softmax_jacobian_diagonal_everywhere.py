"""Write out the formula for i ≠ j and compare with your entry [0, 1].

Which two cases does δ_ij tell apart?
"""

FAILS = ("softmax_jacobian_off_diagonal",)


def softmax_jacobian(weights):
    return weights.unsqueeze(-1) * (1 - weights.unsqueeze(-2))  # fault: δ_ij taken to be 1 everywhere
