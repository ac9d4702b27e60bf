"""Leaves a number where the function should be."""

attention = 1
