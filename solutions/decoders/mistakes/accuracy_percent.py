"""Compare your numbers with those of the example."""

FAILS = (
    "accuracy_counts_tokens",
    "accuracy_counts_whole_sequences",
)
USELESS = "both numbers are in another unit"


def accuracy(logits, y):
    right = logits.argmax(dim=-1) == y
    return 100 * right.float().mean().item(), 100 * right.all(dim=1).float().mean().item()  # fault: percent
