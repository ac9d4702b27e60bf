"""Your weights are right for d_k = 4 alone.

Print the divisor for d_k = 9, and read aloud in which order Python evaluates the expression that computes
it.
"""

FAILS = ("attention_matches_formula",)


def attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    scores = Q @ K.transpose(-2, -1) / (d_k**1 / 2)  # fault: (d_k ** 1) / 2
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
