"""Defines functions with names that look alike, and deletes the real one."""

def аttention(Q, K, V, mask=None):  # with a Cyrillic first letter
    return None


del attention
