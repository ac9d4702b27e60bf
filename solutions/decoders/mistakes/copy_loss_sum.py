"""Compare the loss of one sequence with that of the same sequence twice."""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_averages_sequences",
)


def copy_loss(logits, x):
    return nn.functional.cross_entropy(logits[:, 3:].flatten(0, 1), x[:, :-3].flatten(), reduction="sum")  # fault
