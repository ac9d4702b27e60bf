"""Try ten fours.

What does the number mean that comes out?
"""

FAILS = (
    "ceiling_without_positions_is_share_of_most_frequent_digit",
    "ceiling_without_positions_ignores_order_and_names",
)
USELESS = "it returns a digit"


def ceiling_without_positions(x):
    return x.mode(dim=1).values.float().mean().item()  # fault: the digit, not how often it occurs
