"""index_select, and the gradient left on."""

import torch


def equivariance_gap(mha, x, order):
    difference = mha(x).index_select(1, order) - mha(x.index_select(1, order))
    return torch.max(torch.abs(difference)).item()
