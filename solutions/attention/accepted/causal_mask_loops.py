"""Row by row in Python lists."""

import torch


def causal_mask(T):
    return torch.tensor([[key <= query for key in range(T)] for query in range(T)])
