"""Print the shapes of the two things that you return, for values whose width is not the number of keys."""

import math

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
USELESS = "the results come in the wrong order"


def attention(Q, K, V, mask=None):
    scores = Q @ K.transpose(-2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights, weights @ V  # fault: the other way round
