"""Multiply all logits by 0.01.

Should the number of right digits change?
"""

FAILS = (
    "accuracy_only_largest_logit_counts",
    "accuracy_counts_tokens",
)
USELESS = "whatever the model is not sure of counts as wrong, in both numbers"


def accuracy(logits, y):
    probability, digit = logits.softmax(dim=-1).max(dim=-1)
    right = (digit == y) & (probability > 0.5)  # fault: the largest counts even if it is small
    return right.float().mean().item(), right.all(dim=1).float().mean().item()
