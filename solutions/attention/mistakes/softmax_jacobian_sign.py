"""Raise the score of one key a little and print all weights before and after.

Compare what its own weight does with the sign of your diagonal.
"""

FAILS = ("softmax_jacobian_diagonal", "softmax_jacobian_off_diagonal")
USELESS = "every entry of the Jacobian is wrong"


def softmax_jacobian(weights):
    outer = weights.unsqueeze(-1) * weights.unsqueeze(-2)  # (..., n, n)
    return outer - weights.diag_embed()  # fault: the other way round
