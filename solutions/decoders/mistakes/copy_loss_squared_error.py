"""Give the right digit a larger and larger logit.

What becomes of the loss?
"""

from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_of_sure_answers",
)


def copy_loss(logits, x):
    right = nn.functional.one_hot(x[:, :-3], 10).float()
    return ((logits[:, 3:].softmax(dim=-1) - right) ** 2).sum(dim=-1).mean()  # fault: no cross-entropy
