"""Change the last digit of a sequence.

Should the loss notice?
"""

import torch
from torch import nn

FAILS = (
    "copy_loss_matches_formula",
    "copy_loss_last_digits_are_no_targets",
)
USELESS = "its weights follow the batch, so that no mean is that of the formula"


def copy_loss(logits, x):
    counts = torch.bincount(x.flatten(), minlength=10)
    return nn.functional.cross_entropy(
        logits[:, 3:].flatten(0, 1),
        x[:, :-3].flatten(),
        weight=1 / (1 + counts),  # fault: rare digits count more
    )
