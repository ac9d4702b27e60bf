"""Criteria of the assignment `multihead`.

One function is one criterion: its name without `test_` is the grade cell's id, the first line of its
docstring is what students and staff read.

Of a student's module only the constructor, `forward(x, kv=None, mask=None)`, `last_weights` and nn.Module's own
methods are known. Most criteria are relations between its outputs. Whether its parameters are used as the
formula has it is found out by trying all readings of them: see `formula_search`. Masks: True = may attend.
"""

# Graded code is written with tensor operations and nn.Linear; the visible checks may use these.
FROM_SCRATCH = (
    "torch.nn.functional.scaled_dot_product_attention",
    "torch.nn.functional.multi_head_attention_forward",
    "torch._native_multi_head_attention",
)
