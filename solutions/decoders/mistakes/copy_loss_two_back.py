"""For the digits 8 6 4 2 0, write down which digit is the target at position 3."""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_rewards_the_digit_three_back",
    "copy_loss_leaves_out_first_positions",
)
USELESS = "it is the loss of another task"


def copy_loss(logits, x):
    return nn.functional.cross_entropy(logits[:, 2:].flatten(0, 1), x[:, :-2].flatten())  # fault: two back
