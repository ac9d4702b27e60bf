"""Both factors of a product have standard deviation 2.

Write down the variance of the product before you sum over the components.
"""

FAILS = ("exercise_2_divisor",)
USELESS = "the one number that was asked for is wrong"

exercise_2 = {"divisor": 16.0}  # fault: 2 · √64
