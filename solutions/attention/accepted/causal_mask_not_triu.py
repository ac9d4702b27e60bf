"""Everything that is not above the diagonal."""

import torch


def causal_mask(T: int) -> torch.Tensor:
    return ~torch.triu(torch.ones((T, T), dtype=torch.bool), diagonal=1)
