"""Change the logits at position 0.

Should the loss notice?
"""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_leaves_out_first_positions",
)


def copy_loss(logits, x):
    target = x.roll(3, dims=1)  # fault: positions 0 to 2 get the last digits as targets
    return nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten())
