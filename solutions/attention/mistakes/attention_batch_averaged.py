"""Print the weights of two different sequences, in one batch and each alone.

How does one sequence learn of the other?
"""

import math

FAILS = ("attention_any_leading_axes", "attention_batch_entries_are_independent", "attention_matches_formula")


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    scores = scores.mean(dim=0, keepdim=True).expand_as(scores)  # fault: one attention pattern for the batch
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
