"""An einsum of slopes and distances, computed in float64."""

import torch


def alibi_bias(n_heads, T):
    slopes = torch.logspace(-8 / n_heads, -8, n_heads, base=2.0, dtype=torch.float64)
    p = torch.arange(T, dtype=torch.float64)
    return -torch.einsum("h,mn->hmn", slopes, torch.cdist(p[:, None], p[:, None], p=1)).float()
