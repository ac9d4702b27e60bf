"""Your weights are right for d_k = 4, 16 and 64, and wrong in between.

Print the number that you divide by for d_k = 5.
"""

FAILS = ("attention_matches_formula",)


def attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    scores = Q @ K.transpose(-2, -1) / int(d_k**0.5)  # fault: rounds √d_k down
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
