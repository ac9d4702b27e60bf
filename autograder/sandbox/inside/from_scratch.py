"""The from-scratch rule: graded code may not call the PyTorch function that it is to be written in place of."""

import functools
import importlib
from collections.abc import Sequence
from typing import Any

from torch.overrides import TorchFunctionMode

# Python functions that no mode sees: each asks whether it may run.
GUARDED = {
    "torch.autograd.functional": ("jacobian", "jvp", "vjp", "hessian"),
    "torch.func": ("jacrev", "jacfwd", "jvp", "vjp", "grad"),
}
_GUARDED_NAMES = {f"{module}.{name}" for module, names in GUARDED.items() for name in names}
MAX_KNOWN = 1000  # a method that is bound anew for each call is another function each time
_refused: frozenset[str] = frozenset()  # of the guarded functions, during a graded call


class FromScratchError(RuntimeError):
    """A graded function called the built-in that it is to be written in place of."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is what this exercise asks you to write; use plain tensor operations")


class FromScratch(TorchFunctionMode):
    """Refuses some functions of PyTorch while a graded call runs.

    Functions are told by the last part of their name. So `torch.softmax` stands for `Tensor.softmax`,
    `torch.nn.functional.softmax` and `torch.ops.aten.softmax` too, and an alias that student code made
    of any of them is the same function still. Those in GUARDED are told by their whole name, since
    `torch.func.grad` is not `torch.autograd.grad`. A hint and no wall: what runs in the child is in the
    student's power.
    """

    def __init__(self, forbidden: Sequence[str]) -> None:
        super().__init__()
        self._guarded = frozenset(_GUARDED_NAMES.intersection(forbidden))
        self._forbidden = {name.rpartition(".")[2]: name for name in forbidden if name not in self._guarded}
        self._known: dict[Any, None] = {}  # functions that are none of them

    def __enter__(self) -> Any:
        global _refused
        _refused = self._guarded
        return super().__enter__()  # type: ignore[no-untyped-call] # the library has no types here

    def __exit__(self, *details: Any) -> None:
        global _refused
        _refused = frozenset()
        super().__exit__(*details)  # type: ignore[no-untyped-call] # the library has no types here

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func not in self._known:
            name = getattr(func, "__name__", "")
            if name not in self._forbidden and "." in name:  # an overload, such as softmax.int
                name = name.partition(".")[0]
            if name in self._forbidden:
                raise FromScratchError(self._forbidden[name])
            if len(self._known) < MAX_KNOWN:
                self._known[func] = None
        return func(*args, **kwargs) if kwargs else func(*args)


@functools.cache
def rule(forbidden: tuple[str, ...]) -> FromScratch:
    """The rule for these functions. Calls don't nest, so one will do for all of them."""
    return FromScratch(forbidden)


def guard_builtins() -> None:
    """Put the guarded functions behind a check, before any student code runs."""
    for module_name, names in GUARDED.items():
        module = importlib.import_module(module_name)
        for name in names:
            setattr(module, name, _guarded(getattr(module, name), f"{module_name}.{name}"))


def _guarded(function: Any, name: str) -> Any:
    @functools.wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if name in _refused:
            raise FromScratchError(name)
        return function(*args, **kwargs)

    return guarded
