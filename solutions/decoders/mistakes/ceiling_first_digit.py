"""Let the digits of a sequence change places."""

FAILS = (
    "ceiling_without_positions_is_share_of_most_frequent_digit",
    "ceiling_without_positions_ignores_order_and_names",
)
USELESS = "most of what it says is about another digit"


def ceiling_without_positions(x):
    return (x == x[:, :1]).float().mean().item()  # fault: the first digit need not be the most frequent
