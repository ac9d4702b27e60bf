"""Returns a tensor of a gigabyte."""

def attention(Q, K, V, mask=None):
    return torch.zeros(1 << 28), torch.zeros(1 << 28)
