"""The student's code as the hidden tests see it: a natural object whose calls happen in the sandbox.

`student.attention(Q, K, V, mask)` sends the tensors out and returns what came back, decoded strictly.
What a reply says is the student's claim; the tests judge only values that they compare themselves.
"""

import functools
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from autograder.foresight import Foresight, Recorder, Script, settle
from autograder.sandbox import Child, ChildGone
from autograder.sandbox.inside import wire
from autograder.workplace import Workplace

CRITERION_SECONDS = 60.0  # wall clock for all calls of one criterion; a right answer needs about one second


class StudentStop(BaseException):
    """The student's code ended this criterion. Not an Exception: there is nothing for Hypothesis to shrink."""


class NotImplementedByStudent(StudentStop):
    """The stub is still there, or nothing of that name was defined."""


class StudentTimedOut(StudentStop):
    """A call, or all calls of a criterion together, took too long."""


class StudentCrashed(StudentStop):
    """The process that ran the student's code is gone: it exited, was killed or broke the connection."""


class StudentRaised(Exception):
    """A call raised. An ordinary exception: Hypothesis looks for the smallest case that raises it."""

    def __init__(self, name: str, raised: wire.Raised) -> None:
        super().__init__(f"{name} raised {raised.kind}: {raised.message}")
        self.name, self.raised = name, raised

    def is_a(self, kind: type[Exception]) -> bool:
        """Whether an `except` of this built-in kind would catch it."""
        return kind.__name__ in (self.raised.kind, *self.raised.kinds)


@dataclass(frozen=True)
class Call:
    """One call as a counterexample shows it."""

    name: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


@dataclass(frozen=True)
class Observed:
    """Repeated calls with the same argument objects, and what the calls left behind."""

    values: list[Any]
    arguments: list[Any]
    rng_moved: bool


class Student:
    """One submission during one criterion after another. Tests get names of the notebook as attributes."""

    foresees = True  # whether requests may be sent before they are made

    def __init__(self, workplace: Workplace, forbidden: Sequence[str] = ()) -> None:
        self._workplace = workplace
        self._forbidden = _listed(tuple(forbidden))
        self._deadline = 0.0
        self._seed = 0
        self._recorder = Recorder(None)
        self._foresight: Foresight | None = None
        self.calls: list[Call] = []  # of the current example, for its counterexample

    def __getattr__(self, name: str) -> "RemoteFunction":
        if name.startswith("_"):
            raise AttributeError(name)
        return RemoteFunction(self, name)

    def begin_criterion(self, seed: int, script: Script | None = None) -> None:
        """Start the clock; every call of this criterion seeds torch with `seed`.

        `script` are the requests to expect. Without one, those that are made are kept: see `script`.
        """
        self._deadline = time.monotonic() + CRITERION_SECONDS
        self._seed = seed % 2**31
        self._recorder = Recorder([] if script is None and self.foresees else None)
        self._foresight = None
        if script is not None:
            self._foresight = Foresight(script.requests, self._at_rest())
            self._foresight.gather(self._workplace.limits.call_seconds)

    def script(self) -> Script | None:
        """The requests of this criterion, if they can be foreseen for the next submission."""
        return self._recorder.script()

    def transcript(self) -> bytes | None:
        """A digest of all replies to the script, if they are all here."""
        return None if self._foresight is None else self._foresight.transcript

    def begin_example(self) -> None:
        """Forget the calls of the example before."""
        self.calls.clear()

    def value(self, name: str) -> Any:
        """The value of a global of the notebook, decoded."""
        reply = self._request(wire.Get(id=0, name=name), name)
        assert isinstance(reply, wire.Returned)
        return reply.values[0]

    def _wrapped(self, value: Any) -> Any:
        return RemoteModule(self, value) if isinstance(value, wire.Handle) else value

    def _request(self, message: wire.Request, name: str) -> wire.Reply:
        seconds = min(self._workplace.limits.call_seconds, self._deadline - time.monotonic())
        if seconds <= 0:
            raise StudentTimedOut(f"the calls of {name} took more than {CRITERION_SECONDS:.0f} seconds in all")
        try:
            reply = None if self._foresight is None else self._foresight.reply(message, seconds)
            if reply is None:
                reply = self._at_rest().request(message, seconds)
        except ChildGone as gone:
            raise self._stopped(gone, name) from None
        self._recorder.note(message, reply)
        if isinstance(reply, wire.Raised):
            raise self._raised(reply, name)
        return reply

    def _at_rest(self) -> Child:
        """The child when it has answered all that was foreseen and not asked, or a new one if that ended it."""
        child = self._workplace.child()
        try:
            settle(child, self._workplace.limits.call_seconds)
        except ChildGone:
            return self._workplace.child()
        return child

    def _stopped(self, gone: ChildGone, name: str) -> StudentStop:
        from autograder.sandbox import TimedOut

        if isinstance(gone, TimedOut):
            return StudentTimedOut(f"{name} did not return within {gone.seconds:.0f} seconds")
        return StudentCrashed(f"while {name} ran, {gone}")

    def _raised(self, raised: wire.Raised, name: str) -> BaseException:
        if raised.kind == "NotImplementedError" and "raise NotImplementedError" in raised.where:
            return NotImplementedByStudent(f"{name} is still to be written")
        if raised.kind == "NameError" and not raised.where:
            return NotImplementedByStudent(self._workplace.why_undefined(name))
        return StudentRaised(name, raised)


class RemoteFunction:
    """A function or class of the student's notebook, or a method of an object of theirs."""

    def __init__(
        self,
        student: Student,
        name: str,
        target: wire.Handle | None = None,
        *,
        seed_offset: int = 0,
        is_shown: bool = True,
    ) -> None:
        self._student, self._name, self._target = student, name, target
        self._seed_offset, self._is_shown = seed_offset, is_shown

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it once; returns the decoded value. A module that it makes stays there: see RemoteModule."""
        return self._returned(args, kwargs, repeats=1, observe=False).values[0]

    def observed(self, *args: Any, repeats: int = 2, **kwargs: Any) -> Observed:
        """Call it `repeats` times with the same argument objects, and look at those afterwards."""
        return self._returned(args, kwargs, repeats, observe=True)

    def _returned(self, args: tuple[Any, ...], kwargs: dict[str, Any], repeats: int, observe: bool) -> Observed:
        request = wire.Call(**self._request(args, kwargs), repeats=repeats, observe=observe)
        reply = self._student._request(request, self._shown_name)
        assert isinstance(reply, wire.Returned)
        values = [self._student._wrapped(value) for value in reply.values]
        return Observed(values, reply.arguments, reply.rng_moved)

    def seeded(self, offset: int) -> "RemoteFunction":
        """The same function, called under another seed."""
        return RemoteFunction(self._student, self._name, self._target, seed_offset=offset)

    def gradients(
        self, *args: Any, wrt: Sequence[int], cotangents: Sequence[Tensor | None], **kwargs: Any
    ) -> list[Tensor | None]:
        """Gradients of Σ⟨cotangent, output⟩ with respect to the arguments at the positions `wrt`.

        None where no gradient arrived. Outputs without a cotangent take no part.
        """
        return self._backward(args, kwargs, wrt, cotangents).gradients

    def parameter_gradients(
        self, *args: Any, cotangents: Sequence[Tensor | None], **kwargs: Any
    ) -> dict[str, Tensor | None]:
        """The same with respect to every trainable parameter of the module that this is a method of."""
        return self._backward(args, kwargs, (), cotangents).parameters

    def _backward(self, args: Any, kwargs: Any, wrt: Sequence[int], cotangents: Sequence[Any]) -> wire.Gradients:
        request = wire.Gradient(**self._request(args, kwargs), wrt=list(wrt), cotangents=list(cotangents))
        reply = self._student._request(request, self._shown_name)
        assert isinstance(reply, wire.Gradients)
        return reply

    @property
    def _shown_name(self) -> str:
        if self._target is None:
            return self._name
        method = "" if self._name == "__call__" else f".{self._name}"
        return f"{self._target.type_name}(…){method}"

    def _request(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The fields that both kinds of call share; notes the call for a counterexample."""
        student = self._student
        if self._is_shown:
            student.calls.append(Call(self._shown_name, args, kwargs))
        return {
            "id": 0,
            "name": self._name,
            "args": [_sent(arg) for arg in args],
            "kwargs": {name: _sent(value) for name, value in kwargs.items()},
            "target": self._target,
            "seed": student._seed + self._seed_offset,
            "forbidden": student._forbidden,
        }


class RemoteModule:
    """An nn.Module that the student's class made. It stays in the sandbox; this names it.

    Call it, or any of its methods: `module(x)`, `module.eval()`, `module.state_dict()`,
    `module.load_state_dict({...})`. `module.named_parameters()` is a dict of the trainable ones.
    """

    def __init__(self, student: Student, handle: wire.Handle) -> None:
        self._student, self._handle = student, handle
        self.forward = RemoteFunction(student, "__call__", handle)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.forward(*args, **kwargs)

    def __getattr__(self, name: str) -> RemoteFunction:
        if name.startswith("_"):
            raise AttributeError(name)
        return RemoteFunction(self._student, name, self._handle)

    def look(self, name: str) -> Any:
        """The value that a method of an attribute returns, named as "last_weights.dim"; raises StudentRaised.

        A look is no call: a counterexample shows the call before it.
        """
        return RemoteFunction(self._student, name, self._handle, is_shown=False)()


def _sent(value: Any) -> Any:
    return value._handle if isinstance(value, RemoteModule) else value


@functools.cache
def _listed(names: tuple[str, ...]) -> list[str]:
    """One list for all students: what is the same object is soon compared."""
    return list(names)
