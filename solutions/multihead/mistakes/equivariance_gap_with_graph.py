"""Print what you return."""

FAILS = ("equivariance_gap_is_a_float",)


def equivariance_gap(mha, x, order):
    difference = mha(x)[:, order] - mha(x[:, order])
    return difference.abs().amax(dim=(0, 1, 2), keepdim=False)  # fault: a tensor, with its graph
