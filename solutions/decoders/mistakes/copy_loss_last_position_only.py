"""Change the logits at position 4 of eight."""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_rewards_the_digit_three_back",
)


def copy_loss(logits, x):
    return nn.functional.cross_entropy(logits[:, -1], x[:, -4])  # fault: one position of many
