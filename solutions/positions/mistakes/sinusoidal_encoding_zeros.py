"""Print the table.

What do its rows say about positions?
"""

import torch

FAILS = (
    "sinusoidal_encoding_matches_formula",
    "sinusoidal_encoding_shape_and_dtype",
    "sinusoidal_encoding_starts_at_zero",
    "sinusoidal_encoding_longer_table_extends",
    "sinusoidal_encoding_has_no_memory",
    "sinusoidal_encoding_dot_products_show_distance",
    "sinusoidal_encoding_tells_positions_apart",
)
USELESS = "the table says nothing about positions"


def sinusoidal_encoding(max_len, d):
    return torch.zeros(max_len, d)  # fault: nothing was filled in
