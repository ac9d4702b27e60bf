"""Writes where memory looks like a disk."""

try:
    with open("/dev/shm/big", "wb") as file:
        for i in range(20_000):
            file.write(b"x" * (1 << 20))
except BaseException as error:
    print(error)
