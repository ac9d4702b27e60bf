"""Waits for longer than anybody would."""

import time

time.sleep(1e6)
