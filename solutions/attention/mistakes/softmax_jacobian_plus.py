"""Sum each row of your matrix.

If all scores grow by the same amount, how should the weights change?
"""

FAILS = ("softmax_jacobian_diagonal", "softmax_jacobian_off_diagonal")
USELESS = "every entry of the Jacobian is wrong"


def softmax_jacobian(weights):
    outer = weights.unsqueeze(-1) * weights.unsqueeze(-2)  # (..., n, n)
    return weights.diag_embed() + outer  # fault: + for −
