"""Try sequences of four digits."""

FAILS = ("accuracy_counts_tokens",)


def accuracy(logits, y):
    right = logits.argmax(dim=-1) == y
    return (right.sum(dim=1) / 10).mean().item(), right.all(dim=1).float().mean().item()  # fault: T need not be 10
