"""Print the shapes of the parameters of nn.Linear(768, 768)."""

FAILS = ("exercise_3_attention",)


exercise_3 = {
    "attention": 2_359_296,  # fault: the biases are missing
    "block": 7084800,
    "all_blocks": 85017600,
    "change_with_24_heads": 0,
}
