"""Positions compared with lengths of shape (B, 1, 1)."""

import torch


def padding_mask(lengths, T):
    return torch.arange(T) < lengths.reshape(-1, 1, 1)
