"""The exercise is about what happens inside that function.

Use it to check your own result, and begin with the scores.
"""

import torch
from torch import nn

FAILS = (
    "attention_any_leading_axes",
    "attention_any_memory_layout",
    "attention_batch_entries_are_independent",
    "attention_blocked_row_spares_others",
    "attention_forbidden_keys_have_no_influence",
    "attention_forbidden_weight_is_zero",
    "attention_full_mask_is_no_mask",
    "attention_gradients",
    "attention_huge_scores_stay_right",
    "attention_is_deterministic",
    "attention_keeps_shape_and_dtype",
    "attention_leaves_inputs_alone",
    "attention_mask_blocks",
    "attention_mask_broadcasts",
    "attention_matches_formula",
    "attention_output_is_weighted_values",
    "attention_permutations",
    "attention_rows_sum_to_one",
)
USELESS = "the result comes from the built-in that was to be written"


def attention(Q, K, V, mask=None):
    n = K.shape[-2]
    out = nn.functional.scaled_dot_product_attention(Q, K, V, attn_mask=mask)  # fault: the exercise itself
    identity = torch.eye(n, dtype=V.dtype).expand(*K.shape[:-2], n, n)
    weights = nn.functional.scaled_dot_product_attention(Q, K, identity, attn_mask=mask)
    return out, weights
