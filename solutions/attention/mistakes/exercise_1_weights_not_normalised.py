"""Add up your two weights.

Which step of the softmax is still missing?
"""

FAILS = ("exercise_1_weights",)

exercise_1 = {
    "scaled_scores": (1.414, 0.0),
    "weights": (4.113, 1.0),  # fault: the exponentials, not divided by their sum
    "output": 31.13,
    "output_sharp": 10.0,
}
