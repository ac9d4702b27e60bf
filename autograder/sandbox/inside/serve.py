"""The child's end: receives requests, runs the student's code, sends back what came of it.

Everything from here on is in the student's power, and nothing here is trusted by the other side.
"""

import gc
import os
import random
import socket
from typing import Any

import numpy
import torch
from IPython.core.interactiveshell import InteractiveShell
from torch import Tensor

from . import cells, codec, isolate, wire
from .from_scratch import rule
from .values import clean, resolved, sendable, type_name

PIECE = 1 << 16  # bytes; for a larger buffer memory is mapped anew each time, which costs more than the call in it
HEADROOM = 64 << 20  # bytes; the calls of a hidden test need far less


class Server:
    """Serves the requests of one connection until it ends."""

    def __init__(self, connection: socket.socket, shell: InteractiveShell) -> None:
        self._connection, self._shell = connection, shell
        self._incoming = bytearray()

    def run(self) -> None:
        """Answer one request after another; a closed connection ends the process."""
        seed_everything(0)  # every child begins alike; Python itself reseeds `random` after a fork
        self._connection.sendall(codec.encode_reply(wire.Ready(id=0)))
        while True:
            structure, tensors = codec.HEAD.unpack(self._receive(codec.HEAD.size))
            message = codec.decode_request(self._receive(structure), self._receive(tensors))
            try:
                frame = self._frame(message)
            except MemoryError:
                os._exit(wire.OUT_OF_MEMORY)
            self._connection.sendall(frame)

    def _frame(self, message: wire.Request) -> bytes:
        """The reply to one request. Raises MemoryError where there is none for a reply, or for what follows a cell."""
        try:
            frame = codec.encode_reply(self._answer(message))
        except BaseException as error:
            frame = codec.encode_reply(_raised(message, error))
        if isinstance(message, wire.RunCell) and not isolate.has_room(HEADROOM):
            self._shell.last_execution_result = None  # an exception in it holds the variables of its frames
            gc.collect()
            if not isolate.has_room(HEADROOM):
                raise MemoryError  # like a cell that hangs: the others get on without it
        return frame

    def _receive(self, size: int) -> bytes:
        while len(self._incoming) < size:
            piece = self._connection.recv(PIECE)
            if not piece:
                os._exit(0)
            self._incoming += piece
        data = bytes(self._incoming[:size])
        del self._incoming[:size]
        return data

    def _answer(self, message: wire.Request) -> wire.Reply:
        match message:
            case wire.RunCell():
                return cells.run_cell(self._shell, message)
            case wire.Get():
                return wire.Returned(id=message.id, values=[sendable(self._global(message.name))])
            case wire.Call():
                return self._call(message)
            case wire.Gradient():
                return self._gradient(message)

    def _call(self, message: wire.Call) -> wire.Returned:
        args, kwargs = resolved(message.args), resolved(message.kwargs)
        with cells.quiet():
            function = self._function(message)
            seed_everything(message.seed)
            before = torch.get_rng_state() if message.observe else None
            with rule(tuple(message.forbidden)):
                values = [function(*args, **kwargs) for _ in range(message.repeats)]
            return wire.Returned(
                id=message.id,
                values=[sendable(value) for value in values],
                arguments=[sendable(arg) for arg in args] if message.observe else [],
                rng_moved=before is not None and not torch.equal(before, torch.get_rng_state()),
            )

    def _gradient(self, message: wire.Gradient) -> wire.Gradients:
        args, kwargs = resolved(message.args), resolved(message.kwargs)
        leaves = [args[position].clone().requires_grad_() for position in message.wrt]
        for position, leaf in zip(message.wrt, leaves, strict=True):
            args[position] = leaf * 1  # not a leaf: an in-place step is charged elsewhere
        with cells.quiet():
            function = self._function(message)
            seed_everything(message.seed)
            with rule(tuple(message.forbidden)):
                result = function(*args, **kwargs)
            parameters = _parameters(message.target)
            found = _backward(result, message.cotangents, [*leaves, *parameters.values()])
        return wire.Gradients(
            id=message.id,
            gradients=found[: len(leaves)],
            parameters=dict(zip(parameters, found[len(leaves) :], strict=True)),
        )

    def _global(self, name: str) -> Any:
        try:
            return self._shell.user_ns[name]
        except KeyError:
            raise NameError(name) from None

    def _function(self, message: wire.Call | wire.Gradient) -> Any:
        path = message.name.split(".")
        if message.target is None:
            value = self._global(path.pop(0))
        else:
            value = resolved(message.target)
            if path == ["named_parameters"]:
                return lambda: _parameters(message.target)  # a generator could not travel
        for part in path:
            value = getattr(value, part)
        return value


def seed_everything(seed: int) -> None:
    """Seed every generator that student code may draw from."""
    random.seed(seed)
    numpy.random.seed(seed % 2**32)
    torch.default_generator.manual_seed(seed)  # 400 times as fast as torch.manual_seed, which asks every device


def _parameters(target: Any) -> dict[str, Tensor]:
    """The trainable parameters of a module, by name."""
    module = resolved(target)
    if not isinstance(module, torch.nn.Module):
        return {}
    return {name: parameter for name, parameter in module.named_parameters() if parameter.requires_grad}


def _backward(result: Any, cotangents: list[Any], wanted: list[Tensor]) -> list[Any]:
    """Gradients of Σ⟨cotangent, output⟩; None where none arrives. Outputs that were not asked for take no part."""
    outputs = list(result) if isinstance(result, list | tuple) else [result]
    total: Any = 0.0
    for cotangent, output in zip(cotangents, outputs, strict=False):
        if cotangent is not None:
            total = total + (output * cotangent).sum()
    if not wanted or not isinstance(total, Tensor) or not total.requires_grad:
        return [None] * len(wanted)
    found = torch.autograd.grad(total, wanted, allow_unused=True)
    return [None if gradient is None else sendable(gradient) for gradient in found]


def _raised(message: wire.Request, error: BaseException) -> wire.Reply:
    """The reply to a request that ended with an exception."""
    kind, text = type_name(error), cells.text_of(error)
    if isinstance(message, wire.RunCell):
        return wire.CellRan(id=message.id, outputs=[wire.Error(kind, text, [])], failed=True)
    kinds = [clean(parent.__name__)[:100] for parent in type(error).__mro__[: wire.MAX_KINDS]]
    return wire.Raised(id=message.id, kind=kind, message=text, where=cells.where(error), kinds=kinds)
