"""Call it with one row of weights, of shape (n,), and with weights of shape (2, 3, n).

How can you name the last axis whatever comes before?
"""

FAILS = ("softmax_jacobian_any_leading_axes",)


def softmax_jacobian(weights):
    return weights.diag_embed() - weights.unsqueeze(2) * weights.unsqueeze(1)  # fault: exactly (rows, n)
