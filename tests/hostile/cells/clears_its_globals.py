"""Deletes all names of the notebook."""

# harms: itself
globals().clear()
