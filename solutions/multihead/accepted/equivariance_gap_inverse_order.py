"""The outputs of the reordered tokens, put back with the inverse permutation."""

import torch


def equivariance_gap(mha, x, order):
    inverse = torch.argsort(order)
    with torch.no_grad():
        put_back = mha(x[:, order])[:, inverse]
        return float((put_back - mha(x)).abs().max())
