"""Multiply all logits by 100.

Should the number of right digits change?
"""

FAILS = (
    "accuracy_counts_tokens",
    "accuracy_only_largest_logit_counts",
)
USELESS = "it measures something else than accuracy"


def accuracy(logits, y):
    probability = logits.softmax(dim=-1).gather(-1, y[..., None]).squeeze(-1)
    right = logits.argmax(dim=-1) == y
    return probability.mean().item(), right.all(dim=1).float().mean().item()  # fault: how sure, not how often right
