"""Change the logits of the second sequence of a batch."""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_averages_sequences",
)
USELESS = "it does not look at the batch"


def copy_loss(logits, x):
    return nn.functional.cross_entropy(logits[0, 3:], x[0, :-3])  # fault: one sequence of the batch
