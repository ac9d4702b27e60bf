"""Change the logits at position 0.

Should the loss notice?
"""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_leaves_out_first_positions",
)


def copy_loss(logits, x):
    target = nn.functional.pad(x[:, :-3], (3, 0))  # fault: zeros as targets where there are none
    return nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten())
