"""The child's end: receives requests, runs the student's code, sends back what came of it.

Everything from here on is in the student's power, and nothing here is trusted by the other side.
"""

import functools
import importlib
import os
import random
import socket
import sys
from collections.abc import Sequence
from typing import Any

import numpy
import torch
from IPython.core.interactiveshell import InteractiveShell
from torch import Tensor
from torch.overrides import TorchFunctionMode

from . import cells, wire

_send_all, _exit = socket.socket.sendall, os._exit  # kept, since student code may replace them
_handles: dict[int, Any] = {}


class FromScratchError(RuntimeError):
    """A graded function called the built-in that it is to be written in place of."""


class _FromScratch(TorchFunctionMode):
    """Refuses some functions of PyTorch while a graded call runs, under whatever name they are called."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = frozenset(names)
        self._forbidden = {_ORIGINALS[name]: name for name in names if name in _ORIGINALS}

    def __enter__(self) -> Any:
        global _refused
        _refused = self._names
        return super().__enter__()  # type: ignore[no-untyped-call] # PyTorch has no types here

    def __exit__(self, *details: Any) -> None:
        global _refused
        _refused = frozenset()
        super().__exit__(*details)  # type: ignore[no-untyped-call] # nor here

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func in self._forbidden:
            name = self._forbidden[func]
            raise FromScratchError(f"{name} is what this exercise asks you to write; use plain tensor operations")
        return func(*args, **(kwargs or {}))


class _Sink:
    """Where output of graded calls goes: a function sees hidden inputs and could print them."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


class Server:
    """Serves the requests of one connection until it ends."""

    def __init__(self, connection: socket.socket, shell: InteractiveShell) -> None:
        self._connection, self._shell = connection, shell
        self._modes: dict[tuple[str, ...], _FromScratch] = {}

    def run(self) -> None:
        """Answer one request after another; a closed connection ends the process."""
        self._send(wire.Ready(id=0))
        while True:
            head = self._receive(wire.HEADER.size)
            (length,) = wire.HEADER.unpack(head)
            message = wire.decode_request(self._receive(length))
            try:
                reply = self._answer(message)
                body = wire.encode_reply(reply)
            except BaseException as error:
                body = wire.encode_reply(raised(message, error))
            if len(body) > wire.MAX_FRAME:
                size = ValueError(f"returned {len(body):,} bytes, more than the {wire.MAX_FRAME:,} that can be sent")
                body = wire.encode_reply(raised(message, size))
            self._send_body(body)

    def _answer(self, message: wire.Request) -> wire.Reply:
        match message:
            case wire.RunCell():
                cells.redirect()
                return cells.run_cell(self._shell, message)
            case wire.Get():
                return wire.Returned(id=message.id, values=[sendable(self._global(message.name))])
            case wire.Call():
                return self._call(message)
            case wire.Gradient():
                return self._gradient(message)

    def _call(self, message: wire.Call) -> wire.Returned:
        function = self._function(message)
        args, kwargs = _resolve(message.args), _resolve(message.kwargs)
        seed_everything(message.seed)
        before = torch.get_rng_state()
        with self._mode(message.forbidden), _quiet():
            values = [function(*args, **kwargs) for _ in range(message.repeats)]
        moved = not torch.equal(before, torch.get_rng_state())
        after = [sendable(arg) for arg in args]
        return wire.Returned(
            id=message.id, values=[sendable(value) for value in values], arguments=after, rng_moved=moved
        )

    def _gradient(self, message: wire.Gradient) -> wire.Gradients:
        function = self._function(message)
        args, kwargs = _resolve(message.args), _resolve(message.kwargs)
        leaves = [args[position].clone().requires_grad_() for position in message.wrt]
        for position, leaf in zip(message.wrt, leaves, strict=True):
            args[position] = leaf * 1  # not a leaf: an in-place step is charged elsewhere
        seed_everything(message.seed)
        with self._mode(message.forbidden), _quiet():
            result = function(*args, **kwargs)
        outputs = list(result) if isinstance(result, list | tuple) else [result]
        total: Any = 0.0
        for cotangent, output in zip(message.cotangents, outputs, strict=False):
            if cotangent is not None:
                total = total + (output * cotangent).sum()
        parameters = self._parameters(message.target)
        wanted = [*leaves, *parameters.values()]
        if wanted and isinstance(total, Tensor) and total.requires_grad:
            found: Sequence[Tensor | None] = torch.autograd.grad(total, wanted, allow_unused=True)
        else:
            found = [None] * len(wanted)
        gradients = [None if gradient is None else sendable(gradient) for gradient in found]
        named = dict(zip(parameters, gradients[len(leaves) :], strict=True))
        return wire.Gradients(id=message.id, gradients=gradients[: len(leaves)], parameters=named)

    def _parameters(self, target: Any) -> dict[str, Tensor]:
        """The trainable parameters of a module, by name."""
        module = None if target is None else _handles[target.id]
        if not isinstance(module, torch.nn.Module):
            return {}
        return {name: parameter for name, parameter in module.named_parameters() if parameter.requires_grad}

    def _global(self, name: str) -> Any:
        try:
            return self._shell.user_ns[name]
        except KeyError:
            raise NameError(name) from None

    def _function(self, message: wire.Call | wire.Gradient) -> Any:
        if message.target is None:
            return self._global(message.name)
        value = _handles[message.target.id]
        if message.name == "named_parameters":
            return lambda: self._parameters(message.target)  # a generator could not travel
        for part in message.name.split("."):
            value = getattr(value, part)
        return value

    def _mode(self, names: list[str]) -> _FromScratch:
        key = tuple(names)
        if key not in self._modes:
            self._modes[key] = _FromScratch(names)
        return self._modes[key]

    def _receive(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            piece = self._connection.recv(min(size - len(data), 1 << 20))
            if not piece:
                _exit(0)
            data += piece
        return bytes(data)

    def _send(self, message: wire.Reply | wire.Ready) -> None:
        self._send_body(wire.encode_reply(message))

    def _send_body(self, body: bytes) -> None:
        _send_all(self._connection, wire.HEADER.pack(len(body)) + body)


# What exercises may forbid, looked up before any student code ran.
_ORIGINALS: dict[str, Any] = {
    "torch.nn.functional.scaled_dot_product_attention": torch.nn.functional.scaled_dot_product_attention,
    "torch.nn.functional.multi_head_attention_forward": torch.nn.functional.multi_head_attention_forward,
    "torch._native_multi_head_attention": torch._native_multi_head_attention,
    "torch.nn.functional.layer_norm": torch.nn.functional.layer_norm,
    "torch.nn.functional.rms_norm": torch.nn.functional.rms_norm,
}


# Python functions that no mode sees: each asks whether it may run.
_GUARDED = {
    "torch.autograd.functional": ("jacobian", "jvp", "vjp", "hessian"),
    "torch.func": ("jacrev", "jacfwd", "jvp", "vjp", "grad"),
}
_refused: frozenset[str] = frozenset()


def guard_builtins() -> None:
    """Put the guarded functions behind a check, before any student code runs."""
    for module_name, names in _GUARDED.items():
        module = importlib.import_module(module_name)
        for name in names:
            setattr(module, name, _guarded(getattr(module, name), f"{module_name}.{name}"))


def _guarded(function: Any, name: str) -> Any:
    @functools.wraps(function)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if name in _refused:
            raise FromScratchError(f"{name} is what this exercise asks you to write; use plain tensor operations")
        return function(*args, **kwargs)

    return guarded


class _quiet:  # noqa: N801 - reads like a function where it is used
    """Drops what Python code prints."""

    def __enter__(self) -> None:
        self._before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = _Sink()

    def __exit__(self, *_: Any) -> None:
        sys.stdout, sys.stderr = self._before


def seed_everything(seed: int) -> None:
    """Seed every generator that student code may draw from."""
    random.seed(seed)
    numpy.random.seed(seed % 2**32)
    torch.manual_seed(seed)


def _resolve(value: Any) -> Any:
    """Handles in arguments become the objects that they name."""
    if isinstance(value, wire.Handle):
        return _handles[value.id]
    if isinstance(value, list):
        return [_resolve(item) for item in value]
    if isinstance(value, dict):
        return {key: _resolve(item) for key, item in value.items()}
    return value


def sendable(value: Any, depth: int = 0) -> Any:
    """A value in a form that the wire can carry; what it can't becomes Opaque, never an error."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Tensor):
        if value.layout is torch.strided and value.dtype in wire.CODE_OF and value.dim() <= wire.MAX_NDIM:
            return value.detach().as_subclass(Tensor)
        return wire.Opaque(_name(value), f"layout {value.layout}, dtype {value.dtype}")
    if isinstance(value, numpy.ndarray):
        return wire.Opaque(_name(value), f"shape {tuple(value.shape)}, dtype {value.dtype}")
    if isinstance(value, numpy.bool_ | numpy.integer | numpy.floating):
        value = value.item()
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if -(2**63) <= value < 2**64 else wire.Opaque("int", "of more than 64 bits")
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return value[:100_000].encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, torch.Size | list | tuple) and depth < wire.MAX_DEPTH and len(value) <= 10_000:
        return [sendable(item, depth + 1) for item in value]
    if isinstance(value, dict) and depth < wire.MAX_DEPTH and len(value) <= 10_000:
        return {str(key)[:200]: sendable(item, depth + 1) for key, item in value.items()}
    if isinstance(value, torch.nn.Module):
        _handles[id(value)] = value
        return wire.Handle(id(value), _name(value))
    return wire.Opaque(_name(value))


def _name(value: Any) -> str:
    return str(type(value).__name__)[:100]


def raised(message: wire.Request, error: BaseException) -> wire.Reply:
    """The reply to a request that ended with an exception."""
    if isinstance(message, wire.RunCell):
        text = cells.text_of(error)
        kind = type(error).__name__[:100]
        return wire.CellRan(id=message.id, outputs=[wire.Error(kind, text, [])], failed=True)
    return wire.Raised(
        id=message.id,
        kind=type(error).__name__[:100],
        message=cells.text_of(error)[:2000],
        where=cells.where(error),
    )
