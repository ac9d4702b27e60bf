"""Returns a list that contains itself."""

def attention(Q, K, V, mask=None):
    cycle = []
    cycle.append(cycle)
    return cycle, cycle
