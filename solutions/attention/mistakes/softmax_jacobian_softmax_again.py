"""Print what you use as α in your formula, beside the weights that were passed in.

What did the caller do to the scores before?
"""

FAILS = ("softmax_jacobian_diagonal", "softmax_jacobian_off_diagonal")
USELESS = "every entry of the Jacobian is wrong"


def softmax_jacobian(weights):
    a = weights.softmax(dim=-1)  # fault: the weights are a softmax already
    return a.diag_embed() - a.unsqueeze(-1) * a.unsqueeze(-2)
