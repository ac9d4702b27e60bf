"""Print the shape of the argmax for logits of shape (2, 4, 10)."""

FAILS = (
    "accuracy_counts_tokens",
    "accuracy_counts_whole_sequences",
)
USELESS = "no digit is ever compared"


def accuracy(logits, y):
    right = logits.argmax(dim=1) == y  # fault: the axis of positions
    return right.float().mean().item(), right.all(dim=1).float().mean().item()
