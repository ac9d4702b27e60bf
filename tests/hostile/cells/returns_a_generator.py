"""Returns something that yields without end."""

def attention(Q, K, V, mask=None):
    return (torch.zeros(1) for _ in iter(int, 1))
