"""Print the shapes of a feed-forward network's parameters.

How wide is its middle?
"""

FAILS = ("exercise_3_block",)


exercise_3 = {
    "attention": 2362368,
    "block": 4_727_040,  # fault: the middle is 4d wide
    "all_blocks": 56724480,
    "change_with_24_heads": 0,
}
