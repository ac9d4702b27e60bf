"""Give the right digits logits of 100.

What should that cost?
"""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_of_sure_answers",
)


def copy_loss(logits, x):
    return nn.functional.cross_entropy(
        logits[:, 3:].flatten(0, 1),
        x[:, :-3].flatten(),
        label_smoothing=0.1,  # fault: not in the formula
    )
