"""Your weights are flatter than they should be, and more so for a larger d_k.

Go through the variance argument once more: which quantity has the size that the scores are divided by?
"""

FAILS = ("attention_matches_formula",)


def attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    scores = Q @ K.transpose(-2, -1) / d_k  # (..., m, n); fault: variance instead of standard deviation
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
