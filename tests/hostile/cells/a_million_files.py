"""Uses up what names can be had."""

import os

made = 0
try:
    for made in range(1_000_000):
        os.close(os.open(f"/tmp/n{made}", os.O_CREAT))
except BaseException as error:
    print(made, error)
