"""Check your divisor with a quick experiment: draw q and k with standard deviation 2, and divide.

What does the derivation say about the variance of one product q_j k_j?
"""

FAILS = ("exercise_2_divisor",)
USELESS = "the one number that was asked for is wrong"

exercise_2 = {"divisor": 8.0}  # fault: √64, as if the inputs had variance 1
