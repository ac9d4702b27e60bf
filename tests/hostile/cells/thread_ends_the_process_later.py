"""A thread ends the process while other criteria are graded."""

# harms: itself
import os
import threading

threading.Timer(0.05, os._exit, (0,)).start()
