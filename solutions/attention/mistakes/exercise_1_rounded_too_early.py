"""Your way is right; look at how many digits you carry along.

The numbers are compared to three.
"""

FAILS = ("exercise_1_weights", "exercise_1_output")

exercise_1 = {
    "scaled_scores": (1.4, 0.0),  # fault: one digit, here and below
    "weights": (0.8, 0.2),
    "output": 6.0,
    "output_sharp": 10.0,
}
