"""1 − mask in integers, made boolean."""


def to_blocked(mask):
    return (1 - mask.int()).bool()
