"""Python's Counter on lists."""

from collections import Counter


def ceiling_without_positions(x):
    shares = [Counter(row).most_common(1)[0][1] / len(row) for row in x.tolist()]
    return sum(shares) / len(shares)
