"""A permutation matrix in place of indices."""

import torch


def equivariance_gap(mha, x, order):
    P = torch.eye(len(order))[order]
    return (P @ mha(x) - mha(P @ x)).abs().max().item()
