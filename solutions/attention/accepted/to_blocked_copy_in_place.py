"""An in-place negation, of a copy."""


def to_blocked(mask):
    blocked = mask.clone()
    blocked.logical_not_()
    return blocked
