"""Divide your number for all blocks by that for one."""

FAILS = ("exercise_3_all_blocks",)


exercise_3 = {
    "attention": 2362368,
    "block": 7087872,
    "all_blocks": 77_966_592,  # fault: eleven
    "change_with_24_heads": 0,
}
