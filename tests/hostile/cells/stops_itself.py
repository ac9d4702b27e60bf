"""Sends itself SIGSTOP with all signals blocked: neither running nor gone."""

import os
import signal
import time

signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
os.kill(os.getpid(), signal.SIGSTOP)
time.sleep(1e6)
