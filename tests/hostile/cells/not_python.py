"""Is no Python at all."""

def attention(Q, K, V, mask=None: return )(
