"""The smaller of the difference and its opposite is minus the distance."""

import torch


def alibi_bias(n_heads: int, T: int) -> torch.Tensor:
    difference = (torch.arange(T).unsqueeze(0) - torch.arange(T).unsqueeze(1)).float()
    slope = torch.pow(2.0, -8.0 / n_heads * torch.arange(1, n_heads + 1))
    return torch.minimum(difference, -difference) * slope[:, None, None]
