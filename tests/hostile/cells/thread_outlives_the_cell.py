"""A thread that never ends keeps running beside the calls."""

import threading
import time


def wait():
    while True:
        time.sleep(0.01)


threading.Thread(target=wait).start()
