"""The comparison in NumPy, with gather for the order."""

import numpy as np


def equivariance_gap(mha, x, order):
    index = order[None, :, None].expand(x.shape)
    moved_after = mha(x).gather(1, index).detach().numpy()
    moved_before = mha(x.gather(1, index)).detach().numpy()
    return float(np.abs(moved_after - moved_before).max())
