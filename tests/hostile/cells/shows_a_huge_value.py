"""Ends its cell with a value whose text has no end."""

class Long:
    def __repr__(self):
        return "x" * (1 << 28)


Long()
