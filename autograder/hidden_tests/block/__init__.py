"""Criteria of the assignment `block`.

One function is one criterion: its name without `test_` is the grade cell's id, the first line of its
docstring is what students and staff read.

No criterion knows what a student calls the modules inside a block. What a parameter is follows from its shape
and from the student's own smaller modules: a MultiHeadAttention by itself says which names and shapes it has, and
where these stand together in a block, there is one. Such a part gets known numbers and the rest is silenced, so
that each sublayer is measured by itself, against the student's own smaller module; what that one computes
is charged where it was asked for. Where a block holds no such part, the other criteria decide.

Expected values come from PyTorch's own operators in float64. Masks: True = may attend.
"""

# Graded code is written with tensor operations and simple layers; the visible checks may use these.
FROM_SCRATCH = (
    "torch.nn.functional.scaled_dot_product_attention",
    "torch.nn.functional.multi_head_attention_forward",
    "torch._native_multi_head_attention",
    "torch.nn.functional.rms_norm",
)
