"""Counts each sequence with torch.bincount."""

import torch


def ceiling_without_positions(x):
    B, T = x.shape
    return sum(torch.bincount(row).max().item() for row in x) / (B * T)
