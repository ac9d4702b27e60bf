"""Divide your number for all blocks by that for one.

What else is counted in it?
"""

FAILS = ("exercise_3_all_blocks",)


exercise_3 = {
    "attention": 2362368,
    "block": 7087872,
    "all_blocks": 124_439_808,  # fault: with the embeddings of GPT-2
    "change_with_24_heads": 0,
}
