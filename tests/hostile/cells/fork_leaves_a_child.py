"""Tries to leave a process behind that lives on after the grading."""

import os
import time

try:
    if os.fork() == 0:
        os.setsid()
        time.sleep(1e6)
        os._exit(0)
except OSError as error:
    print(error)
