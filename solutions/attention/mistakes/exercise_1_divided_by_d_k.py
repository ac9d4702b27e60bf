"""Your first scaled score is too small.

By what does the formula divide, d_k or something made of it?
"""

FAILS = ("exercise_1_scores",)

exercise_1 = {
    "scaled_scores": (1.0, 0.0),  # fault: divided by 2
    "weights": (0.7311, 0.2689),
    "output": 4.621,
    "output_sharp": 10.0,
}
