"""A grader for transformer notebooks: hidden properties, isolated student code, points that can be defended."""

__version__ = "0.1.0"
