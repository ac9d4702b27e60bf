"""Build a MultiHeadAttention with 12 heads and one with 24, and count.

How wide is a head of each?
"""

FAILS = ("exercise_3_change_with_24_heads",)


exercise_3 = {
    "attention": 2362368,
    "block": 7087872,
    "all_blocks": 85054464,
    "change_with_24_heads": 2_362_368,  # fault: more heads are narrower heads
}
