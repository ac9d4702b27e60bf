"""Compare a call without a mask with a call with a mask of all True.

What does "no mask" mean in the contract?
"""

import math

import torch

FAILS = (
    "attention_full_mask_is_no_mask",
    "attention_mask_blocks",
    "attention_matches_formula",
    "attention_permutations",
)


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is None:
        mask = torch.ones_like(scores, dtype=torch.bool).tril()  # fault: no mask should mean no mask
    scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights
