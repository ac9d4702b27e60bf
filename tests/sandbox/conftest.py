"""Children for the tests of the sandbox, all forked from two zygotes."""

from collections.abc import Callable, Iterator

import pytest

from autograder.sandbox import Child, Level, Limits, Sandbox
from autograder.sandbox.inside import wire

Printed = Callable[..., str]


@pytest.fixture
def child(sandbox: Sandbox) -> Iterator[Child]:
    """A fresh child at level full."""
    with sandbox.spawn() as child:
        yield child


@pytest.fixture(scope="session")
def plain_sandbox() -> Iterator[Sandbox]:
    """A sandbox at level none, which needs nothing but Python."""
    with Sandbox.start(Level.NONE, Limits(cell_seconds=4.0, call_seconds=3.0)) as started:
        yield started


@pytest.fixture
def plain_child(plain_sandbox: Sandbox) -> Iterator[Child]:
    """A fresh child at level none."""
    with plain_sandbox.spawn() as child:
        yield child


@pytest.fixture(scope="session")
def reduced(started: Callable[..., Sandbox]) -> Iterator[Sandbox]:
    """A sandbox at level reduced."""
    with started(Limits(cell_seconds=4.0, call_seconds=3.0, cpu_seconds=20), Level.REDUCED) as running:
        yield running


@pytest.fixture
def printed(sandbox: Sandbox) -> Printed:
    """What a cell prints in a child of its own; an exception counts as printed, as its name in brackets."""
    return lambda source: _printed(sandbox, source)


@pytest.fixture
def printed_at_reduced(reduced: Sandbox) -> Printed:
    """The same at level reduced."""
    return lambda source: _printed(reduced, source)


def _printed(sandbox: Sandbox, source: str) -> str:
    with sandbox.spawn() as child:
        return "".join(map(_text, child.run_cell(source).outputs))


def _text(output: wire.Output) -> str:
    match output:
        case wire.Stream():
            return output.text
        case wire.Error():
            return f"[{output.kind}]"
        case wire.Display():
            return output.data["text/plain"]
