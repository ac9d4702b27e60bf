"""Starts programs."""

import subprocess

try:
    print(subprocess.run(["id"], capture_output=True))
except BaseException as error:
    print(repr(error))
get_ipython().system("id")
