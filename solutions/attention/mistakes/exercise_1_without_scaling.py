"""Your weights are those of the raw scores.

Write down d_k for this exercise and go through the formula once more, step by step.
"""

FAILS = ("exercise_1_scores",)

exercise_1 = {
    "scaled_scores": (2.0, 0.0),  # fault: not divided by √2
    "weights": (0.8808, 0.1192),
    "output": 7.616,
    "output_sharp": 10.0,
}
