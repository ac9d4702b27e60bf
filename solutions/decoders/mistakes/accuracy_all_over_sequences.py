"""Take three sequences of two digits.

How many results does the `all` have?
"""

FAILS = ("accuracy_counts_whole_sequences",)


def accuracy(logits, y):
    right = logits.argmax(dim=-1) == y
    return right.float().mean().item(), right.all(dim=0).float().mean().item()  # fault: positions that all get right
