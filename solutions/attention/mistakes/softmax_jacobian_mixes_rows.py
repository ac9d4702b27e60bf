"""Compute the Jacobian of two rows together and of each row alone, and compare.

Over what does your product sum?
"""

FAILS = ("softmax_jacobian_any_leading_axes",)


def softmax_jacobian(weights):
    rows = weights.reshape(-1, weights.shape[-1])
    return weights.diag_embed() - rows.T @ rows  # fault: the outer products of all rows summed
