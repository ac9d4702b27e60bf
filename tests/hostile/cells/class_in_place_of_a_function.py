"""Defines a class whose call ends the process, and whose attributes lie."""

import os


class attention:
    __name__ = "attention"

    def __new__(cls, *args, **kwargs):
        os._exit(0)
