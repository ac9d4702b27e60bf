"""One of your two values pulls the output down.

Which key has more weight, and which value does it bring?
"""

FAILS = ("exercise_1_output",)

exercise_1 = {
    "scaled_scores": (1.414, 0.0),
    "weights": (0.8044, 0.1956),
    "output": -6.089,  # fault: sign
    "output_sharp": -10.0,
}
