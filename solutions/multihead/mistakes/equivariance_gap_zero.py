"""Measure the gap of RunningMean, which does notice the order of its tokens."""

FAILS = ("equivariance_gap_matches_definition",)
USELESS = "it measures nothing"


def equivariance_gap(mha, x, order):
    return 0.0  # fault: nothing is measured
