"""Opens sockets of all families."""

import socket

for family, kind in ((2, 1), (2, 2), (10, 1), (1, 1), (2, 3), (16, 3), (17, 3)):
    try:
        socket.socket(family, kind)
        print("SOCKET", family, kind)
    except OSError as error:
        print(family, kind, error.strerror)
