"""Build a MultiHeadAttention with one head and one with twelve, and count."""

FAILS = ("exercise_3_attention",)


exercise_3 = {
    "attention": 28_348_416,  # fault: heads do not multiply
    "block": 33073920,
    "all_blocks": 396887040,
    "change_with_24_heads": 0,
}
