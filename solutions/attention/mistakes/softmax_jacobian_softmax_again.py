"""Print what you use as α in your formula, beside the weights that were passed in.

What did the caller do to the scores before?
"""

FAILS = ("softmax_jacobian_matches_derivative",)


def softmax_jacobian(weights):
    a = weights.softmax(dim=-1)  # fault: the weights are a softmax already
    return a.diag_embed() - a.unsqueeze(-1) * a.unsqueeze(-2)
