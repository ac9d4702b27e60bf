"""Print the dtypes of your two results for float32 inputs.

More precision inside is fine: what is missing at the end?
"""

import math

FAILS = ("attention_keeps_shape_and_dtype",)


def attention(Q, K, V, mask=None):
    scores = Q.double() @ K.double().transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V.double(), weights  # fault: not cast back
