"""Sum each row of your matrix.

If all scores grow by the same amount, how should the weights change?
"""

FAILS = ("softmax_jacobian_matches_derivative", "softmax_jacobian_rows_sum_to_zero")


def softmax_jacobian(weights):
    outer = weights.unsqueeze(-1) * weights.unsqueeze(-2)  # (..., n, n)
    return weights.diag_embed() + outer  # fault: + for −
