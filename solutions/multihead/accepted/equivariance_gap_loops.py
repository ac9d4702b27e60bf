"""Loops over sequences and tokens."""


def equivariance_gap(mha, x, order):
    out = mha(x).tolist()
    moved = mha(x[:, order]).tolist()
    gap = 0.0
    for b in range(len(out)):
        for new, old in enumerate(order.tolist()):
            for first, second in zip(moved[b][new], out[b][old], strict=True):
                gap = max(gap, abs(first - second))
    return gap
