"""tril of float ones, made boolean."""

import torch


def causal_mask(T):
    return torch.tril(torch.ones(T, T)) == 1
