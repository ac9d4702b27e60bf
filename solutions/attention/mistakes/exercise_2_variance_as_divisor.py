"""You have the variance of the scores.

If you divide numbers by c, by what is their variance divided?
"""

FAILS = ("exercise_2_divisor",)
USELESS = "the one number that was asked for is wrong"

exercise_2 = {"divisor": 1024.0}  # fault: the variance 64 · 16
