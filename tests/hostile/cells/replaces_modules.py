"""Replaces PyTorch by nothing."""

# harms: itself
import sys
import types

for name in list(sys.modules):
    if name.split(".")[0] in ("torch", "msgspec", "numpy"):
        sys.modules[name] = types.ModuleType(name)
