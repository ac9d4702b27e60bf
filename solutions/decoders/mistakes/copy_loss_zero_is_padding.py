"""Try a sequence of zeros."""

from torch import nn

FAILS = ("copy_loss_matches_formula",)
USELESS = "a tenth of all targets is thrown away, and in short sequences all of them"


def copy_loss(logits, x):
    return nn.functional.cross_entropy(
        logits[:, 3:].flatten(0, 1),
        x[:, :-3].flatten(),
        ignore_index=0,  # fault: 0 is a digit like the others
    )
