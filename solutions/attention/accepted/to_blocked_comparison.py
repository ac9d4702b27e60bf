"""Equal to False."""


def to_blocked(mask):
    return mask == False  # noqa: E712  (how many students write it)
