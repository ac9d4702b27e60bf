"""Draw random Q and K with d_k = 4, then with d_k = 256, and print the standard deviation of your scores.

Compare that with what the formula says before the softmax.
"""

FAILS = ("attention_matches_formula",)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1)  # (..., m, n); fault: never scaled
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
