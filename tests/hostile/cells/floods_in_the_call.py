"""Prints in every call."""

def attention(Q, K, V, mask=None):
    print("x" * (1 << 24))
    return torch.zeros(*Q.shape[:-1], V.shape[-1]), torch.zeros(*Q.shape[:-1], K.shape[-2])
