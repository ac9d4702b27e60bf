"""Try 0 0 9 0 by hand."""

FAILS = ("ceiling_without_positions_is_share_of_most_frequent_digit",)


def ceiling_without_positions(x):
    return sum(1 / len(row.unique()) for row in x) / len(x)  # fault: as if all occurred equally often
