"""What a student's function returned, in a form that the wire can carry."""

import itertools
from typing import Any

import numpy
import torch
from torch import Tensor

from .tensors import can_travel
from .wire import MAX_DEPTH, Handle, Opaque

MAX_ITEMS = 10_000  # of a list or dict
MAX_STRING = 100_000  # characters

_modules: dict[int, torch.nn.Module] = {}  # what handles stand for
_handles: dict[int, Handle] = {}  # by id() of the module, which stays alive and so keeps it
_numbers = itertools.count(1)


def sendable(value: Any, depth: int = 0) -> Any:
    """The value as it can travel. What can't becomes Opaque, never an error of ours."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Tensor):
        if can_travel(value):
            return value if type(value) is Tensor else value.detach().as_subclass(Tensor)
        return Opaque(type_name(value), f"layout {value.layout}, dtype {value.dtype}, on {value.device}")
    if isinstance(value, numpy.ndarray):
        return Opaque(type_name(value), f"shape {tuple(value.shape)}, dtype {value.dtype}")
    if isinstance(value, numpy.bool_ | numpy.integer | numpy.floating):
        value = value.item()
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if -(2**63) <= value < 2**64 else Opaque("int", "of more than 64 bits")
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return clean(value[:MAX_STRING])
    if isinstance(value, list | tuple | dict):
        return _sendable_items(value, depth)
    if isinstance(value, torch.nn.Module):
        return handle(value)
    return Opaque(type_name(value))


def _sendable_items(value: Any, depth: int) -> Any:
    if depth >= MAX_DEPTH or len(value) > MAX_ITEMS:  # a cyclic list is a deep one
        return Opaque(type_name(value), f"{len(value):,} items, {depth} levels deep")
    if isinstance(value, dict):
        return {_key(key): sendable(item, depth + 1) for key, item in value.items()}
    return [sendable(item, depth + 1) for item in value]


def _key(key: Any) -> str:
    return clean(str(key)[:200]) if isinstance(key, str | int | float) else type_name(key)


def handle(module: torch.nn.Module) -> Handle:
    """The name under which the grader can use this module; the same each time."""
    if id(module) not in _handles:
        number = next(_numbers)
        _modules[number] = module
        _handles[id(module)] = Handle(number, type_name(module))
    return _handles[id(module)]


def resolved(value: Any) -> Any:
    """An argument as the student's function gets it: handles become the modules that they stand for."""
    if isinstance(value, Handle):
        return _modules[value.id]
    if isinstance(value, list):
        return [resolved(item) for item in value]
    if isinstance(value, dict):
        return {key: resolved(item) for key, item in value.items()}
    return value


def type_name(value: Any) -> str:
    """The name of a value's type, of bounded length."""
    return clean(str(type(value).__name__))[:100]


def clean(text: str) -> str:
    """Text that UTF-8 can hold; a lone surrogate can't travel."""
    return text.encode("utf-8", "replace").decode("utf-8")
