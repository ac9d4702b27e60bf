"""Criteria of the assignment `decoders`.

One function is one criterion: its name without `test_` is the grade cell's id, the first line of its
docstring is what students and staff read. Models are built by the student's own classes, and no test knows how
their parts are called: parameters are told apart by their shapes, or by the names that the student's own
TransformerBlock gives them. Where the formula is not the point, a criterion compares the student's outputs with
one another, so that one fault costs one criterion and not all of them.

Tokens are the digits 0 … 9 in int64, positions count from 0, sequences are at most 10 long.
"""

# Attention and blocks are the parts of earlier assignments, and graded there.
FROM_SCRATCH = ()
