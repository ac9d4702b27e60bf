"""Criteria of the assignment `positions`.

One function is one criterion: its name without `test_` is the grade cell's id, the first line of its
docstring is what students and staff read. One criterion of each part compares with the formula; the others
compare the student's outputs with one another and do not mind another order of the columns, another base or
another first position, so that one fault costs one criterion and not all of them.

Positions count from 0. Expected values are sines and cosines of angles in float64.
"""

FROM_SCRATCH = ()
