"""Take a sequence with three right digits of four."""

FAILS = ("accuracy_counts_whole_sequences",)


def accuracy(logits, y):
    right = (logits.argmax(dim=-1) == y).float()
    return right.mean().item(), right.mean(dim=1).round().mean().item()  # fault: rounds 0.75 to 1
