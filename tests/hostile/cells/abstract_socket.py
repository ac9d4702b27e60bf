"""Listens where network namespaces do not reach."""

import socket

try:
    server = socket.socket(socket.AF_UNIX)
    server.bind("\0grader")
    server.listen()
    print("LISTENING")
except OSError as error:
    print(error)
