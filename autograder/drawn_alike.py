"""Hypothesis' source of choices, without what it would take from the source code of other modules."""

from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants


class DrawnAlike(HypothesisProvider):
    """Draws the same values for the same seed, whatever else is imported."""

    _local_constants = Constants()
