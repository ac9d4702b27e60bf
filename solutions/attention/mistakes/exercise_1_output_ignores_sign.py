"""Write out the sum for the output with both values and their signs.

An average lies between which bounds?
"""

FAILS = ("exercise_1_output",)

exercise_1 = {
    "scaled_scores": (1.414, 0.0),
    "weights": (0.8044, 0.1956),
    "output": 10.0,  # fault: 0.804 · 10 + 0.196 · 10
    "output_sharp": 10.0,
}
