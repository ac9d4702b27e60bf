"""Take sequences of four digits that are all right.

Which share is that?
"""

FAILS = ("accuracy_counts_tokens",)


def accuracy(logits, y):
    right = logits.argmax(dim=-1) == y
    return (right.sum() / len(y)).item(), right.all(dim=1).float().mean().item()  # fault: divides by B alone
