"""Take two sequences of four digits with one wrong digit in all, and count by hand."""

FAILS = ("accuracy_counts_whole_sequences",)


def accuracy(logits, y):
    tokens = (logits.argmax(dim=-1) == y).float().mean().item()
    return tokens, tokens ** y.shape[1]  # fault: as if errors were independent
