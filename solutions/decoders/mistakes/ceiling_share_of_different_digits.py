"""Try ten fours.

How well can they be sorted?
"""

FAILS = ("ceiling_without_positions_is_share_of_most_frequent_digit",)


def ceiling_without_positions(x):
    return sum(len(row.unique()) / len(row) for row in x) / len(x)  # fault: counts different digits
