"""Opens a debugger that nobody uses."""

def attention(Q, K, V, mask=None):
    breakpoint()
