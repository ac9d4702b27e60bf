"""Criteria of the assignment `attention`.

One function is one criterion: its name without `test_` is the grade cell's id, the first line of its
docstring is what students and staff read. Where the formula is not the point, a criterion compares the
student's outputs with one another, so that one fault costs one criterion and not all of them.

Expected values come from PyTorch's own softmax and autograd in float64. Masks: True = may attend.
"""

# Graded code is written with tensor operations; the visible checks may use these.
FROM_SCRATCH = (
    "torch.nn.functional.scaled_dot_product_attention",
    "torch.nn.functional.multi_head_attention_forward",
    "torch._native_multi_head_attention",
    "torch.autograd.functional.jacobian",
    "torch.autograd.functional.jvp",
    "torch.autograd.functional.vjp",
    "torch.func.jacrev",
    "torch.func.jacfwd",
    "torch.func.jvp",
    "torch.func.vjp",
)
