"""Makes all warnings errors, and warns."""

import warnings

warnings.simplefilter("error")


def attention(Q, K, V, mask=None):
    warnings.warn("forged", stacklevel=1)
