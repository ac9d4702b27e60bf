"""Give the right digits logits of 100.

What does the loss say?

What does cross_entropy do first?
"""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_of_sure_answers",
)


def copy_loss(logits, x):
    probabilities = logits[:, 3:].softmax(dim=-1)
    return nn.functional.cross_entropy(probabilities.flatten(0, 1), x[:, :-3].flatten())  # fault: softmax twice
