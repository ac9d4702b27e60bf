"""The numbers as expressions, and floats."""

d = 768
mha = 4 * d**2 + 4 * d
exercise_3 = {
    "attention": mha,
    "block": float(mha + 8 * d**2 + 5 * d + 2 * 2 * d),
    "all_blocks": 12 * (12 * d * d + 13 * d),
    "change_with_24_heads": 0.0,
}
