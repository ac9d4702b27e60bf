"""Call it with weights of shape (2, 3) and read the error, or the shape.

What do torch.diag and torch.outer do with more than one row?
"""

import torch

FAILS = ("softmax_jacobian_any_leading_axes", "softmax_jacobian_diagonal", "softmax_jacobian_off_diagonal")
USELESS = "every entry of the Jacobian is wrong"


def softmax_jacobian(weights):
    return torch.diag(weights) - torch.outer(weights, weights)  # fault: a single row
