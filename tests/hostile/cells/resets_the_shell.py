"""Deletes all names by a magic."""

# harms: itself
get_ipython().run_line_magic("reset", "-f")
