"""Grows in the call."""

def attention(Q, K, V, mask=None):
    hoard = []
    while True:
        hoard.append(torch.ones(1 << 20))
