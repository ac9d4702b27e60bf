"""Ends the process while the notebook runs."""

import os

os._exit(0)
