"""Begin with the weights that the longer query gives.

Between which bounds does every weighted average of 10 and −10 lie?
"""

FAILS = ("exercise_1_output",)

exercise_1 = {
    "scaled_scores": (1.414, 0.0),
    "weights": (0.8044, 0.1956),
    "output": 6.089,
    "output_sharp": 60.89,  # fault: ten times the output
}
