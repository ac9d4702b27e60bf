"""Take a sequence with one right digit of four.

Is it right as a whole?
"""

FAILS = ("accuracy_counts_whole_sequences",)


def accuracy(logits, y):
    right = logits.argmax(dim=-1) == y
    return right.float().mean().item(), right.any(dim=1).float().mean().item()  # fault: one right token is enough
