"""Take two sequences, one right and one wrong."""

FAILS = ("accuracy_counts_whole_sequences",)


def accuracy(logits, y):
    right = logits.argmax(dim=-1) == y
    return right.float().mean().item(), float(right.all())  # fault: all or nothing for the whole batch
