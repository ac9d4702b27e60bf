"""Loops in plain Python."""


def accuracy(logits, y):
    tokens, sequences = [], []
    for rows, digits in zip(logits.tolist(), y.tolist(), strict=True):
        right = [max(range(10), key=row.__getitem__) == digit for row, digit in zip(rows, digits, strict=True)]
        tokens += right
        sequences.append(all(right))
    return sum(tokens) / len(tokens), sum(sequences) / len(sequences)
