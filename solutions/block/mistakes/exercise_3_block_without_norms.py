"""Print the shapes of a block's parameters.

Which parts are neither attention nor feed-forward network?
"""

FAILS = ("exercise_3_block",)


exercise_3 = {
    "attention": 2362368,
    "block": 7_084_800,  # fault: two norms are missing
    "all_blocks": 85017600,
    "change_with_24_heads": 0,
}
