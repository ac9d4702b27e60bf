"""The Jacobian from PyTorch's own backward pass of softmax, one score at a time."""

import torch
from torch import Tensor


def softmax_jacobian(weights: Tensor) -> Tensor:
    """∂weights / ∂scores for rows of a softmax (…, n): (…, n, n)."""
    n = weights.shape[-1]
    rows = weights[..., None, :].expand(*weights.shape, n)  # (…, n, n): the same weights for each output i
    each_output = torch.eye(n, dtype=weights.dtype).expand_as(rows).contiguous()
    return torch._softmax_backward_data(each_output, rows.contiguous(), -1, weights.dtype)
