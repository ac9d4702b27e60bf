"""Print K and what you multiply Q by, for two keys of width 3.

Does each column hold one key? Equal shapes are not equal tensors.
"""

import math

FAILS = (
    "attention_forbidden_keys_have_no_influence",
    "attention_huge_scores_stay_right",
    "attention_matches_formula",
    "attention_permutations",
)
USELESS = "it mixes the numbers of different keys"


def attention(Q, K, V, mask=None):
    *leading, n, d_k = K.shape
    columns = K.reshape(*leading, d_k, n)  # fault: cuts the numbers up anew, where a transpose is meant
    scores = Q @ columns / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
