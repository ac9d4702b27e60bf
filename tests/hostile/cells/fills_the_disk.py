"""Writes ten gigabytes."""

written = 0
try:
    for i in range(1000):
        with open(f"/tmp/f{i}", "wb") as file:
            for j in range(10):
                file.write(b"x" * (1 << 20))
                written += 1
except BaseException as error:
    print(written, "MB", error)
