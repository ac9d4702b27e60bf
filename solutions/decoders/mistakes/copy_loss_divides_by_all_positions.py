"""Set all logits to zero and compare with ln 10.

How many terms does the mean have?
"""

from torch import nn

FAILS = ("copy_loss_matches_formula",)


def copy_loss(logits, x):
    total = nn.functional.cross_entropy(logits[:, 3:].flatten(0, 1), x[:, :-3].flatten(), reduction="sum")
    return total / x.numel()  # fault: as many terms as digits, not as targets
