"""Returns tensors on a device that holds nothing."""

def attention(Q, K, V, mask=None):
    return torch.zeros(2, 2, device="meta"), torch.zeros(2, 2).to_sparse()
