"""The output from weights that were rounded to three digits before: 8.04 − 1.96."""

exercise_1 = {
    "scaled_scores": (1.414, 0.0),
    "weights": (0.804, 0.196),
    "output": 6.08,
    "output_sharp": 10.0,
}
exercise_2 = {"divisor": 32.0}
