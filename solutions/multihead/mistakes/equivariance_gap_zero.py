"""Is an instrument that only ever shows 0 a good one?"""

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it measures nothing"


def equivariance_gap(mha, x, order):
    return 0.0  # fault: nothing is measured
