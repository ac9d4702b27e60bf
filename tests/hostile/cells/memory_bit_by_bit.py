"""Grows until it may not."""

hoard = []
while True:
    hoard.append(bytearray(1 << 20))
