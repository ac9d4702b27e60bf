"""Print the bias.

What does it tell the scores about distance?
"""

import torch

FAILS = (
    "alibi_bias_matches_formula",
    "alibi_bias_depends_on_distance",
    "alibi_bias_heads_differ",
    "alibi_bias_shape_and_dtype",
)
USELESS = "distance makes no difference"


def alibi_bias(n_heads, T):
    return torch.zeros(n_heads, T, T)  # fault: no penalty at all
