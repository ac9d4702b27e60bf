"""Positions compared with one another."""

import torch


def causal_mask(T):
    position = torch.arange(T)
    return position[None, :] <= position[:, None]
