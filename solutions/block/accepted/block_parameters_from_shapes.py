"""A list of all shapes, multiplied out and added up."""

import math


def block_parameters(d_model):
    d = d_model
    shapes = 4 * [(d, d), (d,)] + [(4 * d, d), (4 * d,), (d, 4 * d), (d,)] + 4 * [(d,)]
    return sum(math.prod(shape) for shape in shapes)
