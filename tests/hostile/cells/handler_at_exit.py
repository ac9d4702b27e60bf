"""Registers work for the end of the process."""

import atexit
import time

atexit.register(time.sleep, 1e6)
