"""Raise one score and watch the weights of the other keys.

Which entries of your matrix tell of that?
"""

FAILS = ("softmax_jacobian_off_diagonal",)


def softmax_jacobian(weights):
    return (weights * (1 - weights)).diag_embed()  # fault: no entries off the diagonal
