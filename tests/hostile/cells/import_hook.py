"""Answers every import with a module of its own."""

import sys


class Finder:
    def find_spec(self, name, path=None, target=None):
        return None


sys.meta_path.insert(0, Finder())
