"""Count the matrices of your MultiHeadAttention.

What comes after the heads?
"""

FAILS = ("exercise_3_attention",)


exercise_3 = {
    "attention": 1_771_776,  # fault: the output projection is missing
    "block": 6497280,
    "all_blocks": 77967360,
    "change_with_24_heads": 0,
}
