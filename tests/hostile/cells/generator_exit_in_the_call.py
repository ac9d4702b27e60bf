"""Raises what most handlers let through."""

def attention(Q, K, V, mask=None):
    raise GeneratorExit
