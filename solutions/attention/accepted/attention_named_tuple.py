"""The result is a named tuple."""

import math
from typing import NamedTuple

from torch import Tensor


class Attended(NamedTuple):
    out: Tensor
    weights: Tensor


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return Attended(out=weights @ V, weights=weights)
