"""Cells run as in Jupyter: outputs in order, magics, and an exception is an output."""

import pytest

from autograder.sandbox import Child
from autograder.sandbox.inside import wire
from autograder.sandbox.inside.outputs import CUT, MAX_OUTPUT


def outputs(child: Child, source: str) -> list[wire.Output]:
    """What a cell that must not fail leaves."""
    ran = child.run_cell(source)
    assert not ran.failed, ran.outputs
    return list(ran.outputs)


def error(child: Child, source: str) -> wire.Error:
    """The one output of a cell that fails."""
    ran = child.run_cell(source)
    assert ran.failed
    (output,) = ran.outputs
    assert isinstance(output, wire.Error)
    return output


def test_outputs_come_in_order_and_streams_are_merged(child: Child) -> None:
    """Neighbouring pieces of one stream are one output; the last expression's value is the result."""
    source = "import sys\nprint('a'); print('b')\nprint('c', file=sys.stderr)\nprint('d')\ndisplay({'x': 1})\n41 + 1"
    assert outputs(child, source) == [
        wire.Stream("stdout", "a\nb\n"),
        wire.Stream("stderr", "c\n"),
        wire.Stream("stdout", "d\n"),
        wire.Display({"text/plain": "{'x': 1}"}, False),
        wire.Display({"text/plain": "42"}, True),
    ]


def test_outputs_before_an_exception_are_kept(child: Child) -> None:
    """And the exception is the last one."""
    ran = child.run_cell("print('before')\n1 / 0")
    stream, failure = ran.outputs
    assert stream == wire.Stream("stdout", "before\n")
    assert isinstance(failure, wire.Error)
    assert (failure.kind, failure.message) == ("ZeroDivisionError", "division by zero")
    assert failure.traceback == ["line 2, in <module>: 1 / 0", "ZeroDivisionError: division by zero"]


def test_a_traceback_names_cells_only(child: Child) -> None:
    """Frames of libraries and of the sandbox are left out."""
    outputs(child, "import torch\ndef f(x):\n    return torch.linalg.inv(x)")
    traceback = error(child, "f(torch.zeros(2, 3))").traceback
    assert traceback[:2] == ["line 1, in <module>: f(torch.zeros(2, 3))", "line 3, in f: return torch.linalg.inv(x)"]
    assert not any("sandbox" in line for line in traceback)


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        ("x = (1", "SyntaxError", "line 1: x = (1"),
        ("def f():\nreturn 1", "IndentationError", "line 2: return 1"),
        ("%no_such_magic", "UsageError", None),
        ("import sys; sys.exit(0)", "SystemExit", "line 1, in <module>: import sys; sys.exit(0)"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", "line 1, in <module>: raise KeyboardInterrupt"),
        ("import no_such_module", "ModuleNotFoundError", "line 1, in <module>: import no_such_module"),
        ("input()", "EOFError", None),
    ],
)
def test_what_ends_a_cell_is_its_one_output(child: Child, source: str, kind: str, line: str | None) -> None:
    """Nothing is printed twice, and the child lives on."""
    failure = error(child, source)
    assert failure.kind == kind
    if line:
        assert line in failure.traceback
    assert outputs(child, "1") == [wire.Display({"text/plain": "1"}, True)]


def test_an_exception_that_can_not_be_printed_is_still_one(child: Child) -> None:
    """Its message is empty, whatever its `__str__` does."""
    failure = error(child, "class Bad(Exception):\n    def __str__(self): raise SystemExit\nraise Bad")
    assert (failure.kind, failure.message) == ("Bad", "")


def test_names_live_on_from_cell_to_cell(child: Child) -> None:
    """Also those that a cell defined before it failed; nothing of the warming-up is left."""
    error(child, "x = 5\n1 / 0")
    assert outputs(child, "x") == [wire.Display({"text/plain": "5"}, True)]
    assert error(child, "f").kind == "NameError"
    assert error(child, "math").kind == "NameError"


def test_magics_and_await_work(child: Child) -> None:
    """As in a notebook."""
    (timed,) = outputs(child, "%time x = 1")
    assert isinstance(timed, wire.Stream)
    assert "Wall time" in timed.text
    assert outputs(child, "import asyncio\nawait asyncio.sleep(0, 'slept')")[0] == wire.Display(
        {"text/plain": "'slept'"}, True
    )
    assert outputs(child, "1;") == []
    assert outputs(child, "%%capture\nprint('hidden')") == []


def test_html_is_shown_beside_text(child: Child) -> None:
    """Every form in which an object shows itself travels, as text."""
    (shown,) = outputs(child, "from IPython.display import HTML\nHTML('<b>x</b>')")
    assert isinstance(shown, wire.Display)
    assert shown.data["text/html"] == "<b>x</b>"
    assert "text/plain" in shown.data


def test_clear_output_clears(child: Child) -> None:
    """A progress display leaves its last state only."""
    source = "from IPython.display import clear_output\nfor i in range(3):\n    clear_output(wait=True); print(i)"
    assert outputs(child, source) == [wire.Stream("stdout", "2\n")]


@pytest.mark.parametrize(
    "source",
    [
        "for _ in range(1000): print('x' * 10_000)",
        "print('x' * 50_000_000)",
        "import sys\nfor _ in range(200_000): print('o', end=''); print('e', end='', file=sys.stderr)",
        "for _ in range(4000): display(1)",
        "from IPython.display import HTML\ndisplay(HTML('x' * 1_000_000))",
    ],
    ids=["lines", "one line", "two streams", "displays", "one display"],
)
def test_a_flood_of_output_is_cut_and_says_so(child: Child, source: str) -> None:
    """It costs neither the cell nor the child."""
    *kept, last = outputs(child, source)
    assert last == wire.Stream("stdout", CUT)
    assert sum(len(o.text) if isinstance(o, wire.Stream) else len(str(o)) for o in kept) < 2 * MAX_OUTPUT


def test_many_small_writes_are_quick(child: Child) -> None:
    """A quarter of a million of them, the most that are kept."""
    (stream,) = child.request(
        wire.RunCell(id=0, source="import sys\nfor _ in range(250_000): sys.stdout.write('x')"), 3.0
    ).outputs  # type: ignore[union-attr]
    assert len(stream.text) == 250_000


def test_output_goes_to_the_cell_whatever_happened_to_stdout(child: Child) -> None:
    """Replaced or closed in one cell, it is whole again in the next. Descriptors lead nowhere."""
    child.run_cell("import sys, os; sys.stdout.close(); sys.stderr = None; os.write(1, b'raw')")
    assert outputs(child, "print('here'); import warnings; warnings.warn('careful')")[0] == wire.Stream(
        "stdout", "here\n"
    )


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("!ls", "the grader runs no other programs"),
        ("files = !ls", "the grader runs no other programs"),
        ("%%bash\nls", "the grader runs no other programs"),
        ("import subprocess; subprocess.run(['ls'])", "the grader runs no other programs"),
        ("import torch\n@torch.compile\ndef f(x): return x", "leave torch.compile out"),
    ],
)
def test_what_can_not_work_here_says_so(child: Child, source: str, message: str) -> None:
    """In the student's words, not the kernel's."""
    assert message in error(child, source).message


def test_loading_in_workers_becomes_loading_here(child: Child) -> None:
    """A DataLoader gives the same batches without worker processes."""
    source = """
import torch
from torch.utils.data import DataLoader, TensorDataset
data = TensorDataset(torch.arange(4))
loader = DataLoader(data, 2, num_workers=4, prefetch_factor=2, persistent_workers=True, timeout=5)
print([x.tolist() for (x,) in loader], loader.num_workers)
print([x.tolist() for (x,) in DataLoader(data, 2, False)])
"""
    assert outputs(child, source) == [wire.Stream("stdout", "[[0, 1], [2, 3]] 0\n[[0, 1], [2, 3]]\n")]


def test_every_child_begins_alike(child: Child, plain_child: Child) -> None:
    """The same random numbers, and strings with the same hash, in every process of every zygote."""
    source = "import random, numpy, torch\ntorch.rand(1).item(), random.random(), numpy.random.rand(), hash('x')"
    assert outputs(child, source) == outputs(plain_child, source)
