"""Print what it returns.

Which of the two numbers can never be the larger one?
"""

FAILS = (
    "accuracy_counts_tokens",
    "accuracy_counts_whole_sequences",
)
USELESS = "both numbers stand in the other's place"


def accuracy(logits, y):
    right = logits.argmax(dim=-1) == y
    return right.all(dim=1).float().mean().item(), right.float().mean().item()  # fault: sequences first
