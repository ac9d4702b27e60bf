"""Call it twice with the same inputs.

Which of your lines draws random numbers, and who is to decide about that?
"""

import math

from torch import nn

FAILS = ("attention_is_deterministic", "attention_matches_formula", "attention_rows_sum_to_one")
USELESS = "the result is random"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    weights = nn.functional.dropout(weights, p=0.1)  # fault: on by default
    return weights @ V, weights
