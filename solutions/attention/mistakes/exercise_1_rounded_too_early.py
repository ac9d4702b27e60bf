"""Your way is right; look at how many digits you carry along.

The numbers are compared to three.
"""

FAILS = ("exercise_1_scores",)

exercise_1 = {
    "scaled_scores": (1.4, 0.0),  # fault: rounded, and carried on from there
    "weights": (0.802, 0.198),
    "output": 6.04,
    "output_sharp": 10.0,
}
