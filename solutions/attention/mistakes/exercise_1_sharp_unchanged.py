"""Compute the scaled scores for the query (10, 0).

Does the softmax only look at their order, or also at how far apart they are?
"""

FAILS = ("exercise_1_output",)

exercise_1 = {
    "scaled_scores": (1.414, 0.0),
    "weights": (0.8044, 0.1956),
    "output": 6.089,
    "output_sharp": 6.089,  # fault: "the length of the query cancels"
}
