"""Starts ten thousand threads."""

import threading
import time

started = 0
try:
    while started < 10_000:
        threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
        started += 1
except BaseException as error:
    print(error, started)
