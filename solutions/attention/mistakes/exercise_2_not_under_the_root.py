"""Draw q and k with standard deviation 2, divide their scores by your number, and print what remains.

Which of your factors grows with d_k, and how fast should it?
"""

FAILS = ("exercise_2_divisor",)
USELESS = "the one number that was asked for is wrong"

exercise_2 = {"divisor": 256.0}  # fault: 4 · 64
