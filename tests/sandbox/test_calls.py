"""Calls into a child: values, gradients, exceptions, and replies that are none."""

from collections.abc import Iterator

import pytest
import torch

from autograder.sandbox import BrokeProtocol, Child, Crashed, Level, Sandbox
from autograder.sandbox.inside import wire

CELL = """
import torch, numpy, os, struct, sys
import torch.nn.functional as F
from torch.nn.functional import scaled_dot_product_attention as innocent
def echo(*args): return args
def scale(x): x.mul_(2); return x
def product(a, b): return a * b, a
def stub(x): raise NotImplementedError("to be written")
def leave(x): raise SystemExit
def builtin(q): return F.scaled_dot_product_attention(q, q, q)
def automatic(s): return torch.autograd.functional.jacobian(torch.exp, s)
def alias(q): return innocent(q, q, q)
def strange(): return [numpy.zeros(3), object(), 2**70, {1: {2}}, float("nan")]
def loud(x): print("SECRET", x); return x
def random_number(): return torch.rand(1)
def speak_first():
    os.write(3, b"\\x00\\x00\\x00\\x00forged"); return 1
def wrong_id():
    body = b"\\x83\\xa3tag\\xa8returned\\xa2id\\xcd\\x03\\xe7\\xa6values\\x90"
    os.write(3, struct.pack("<I", len(body)) + body); return 1
def huge_frame(): os.write(3, struct.pack("<I", 0xFFFFFFFF)); import time; time.sleep(9)
def pickled():
    import pickle
    body = pickle.dumps([1]); os.write(3, struct.pack("<I", len(body)) + body); import time; time.sleep(9)
def deep():
    body = b"\\x91" * 100_000; os.write(3, struct.pack("<I", len(body)) + body); import time; time.sleep(9)
def big(): return torch.zeros(1 << 25)
"""


@pytest.fixture
def child(sandbox: Sandbox) -> Iterator[Child]:
    """A child that ran CELL."""
    child = sandbox.spawn()
    assert not child.run_cell(CELL).failed
    yield child
    child.close()


def call(child: Child, name: str, *args: object, **fields: object) -> wire.Returned:
    """Call and expect a value."""
    reply = child.request(wire.Call(id=0, name=name, args=list(args), **fields), 3.0)  # type: ignore[arg-type]
    assert isinstance(reply, wire.Returned), reply
    return reply


def raised(child: Child, name: str, *args: object, **fields: object) -> wire.Raised:
    """Call and expect an exception."""
    reply = child.request(wire.Call(id=0, name=name, args=list(args), **fields), 3.0)  # type: ignore[arg-type]
    assert isinstance(reply, wire.Raised), reply
    return reply


def test_values_come_back_as_they_went(child: Child) -> None:
    """Tensors keep dtype, shape and values; a tuple arrives as a list."""
    sent = [torch.randn(2, 3, dtype=torch.float64), torch.tensor([True]), None, 1, 2.5, "é", [1, [2]], {"a": 1}]
    (received,) = call(child, "echo", *sent).values
    assert torch.equal(received[0], sent[0])
    assert received[0].dtype == torch.float64
    assert received[2:] == sent[2:]


def test_layouts_arrive_as_they_are(child: Child) -> None:
    """A transposed, a strided and an expanded tensor have their strides in the child."""
    child.run_cell("def strides(*xs): return [x.stride() for x in xs]")
    views = [torch.zeros(2, 3).T, torch.zeros(4, 6)[:, ::2], torch.zeros(1, 3).expand(5, 3)]
    (received,) = call(child, "strides", *views).values
    assert received == [list(view.stride()) for view in views]


def test_repeats_share_arguments(child: Child) -> None:
    """An in-place change shows in the second result and in the arguments afterwards."""
    reply = call(child, "scale", torch.ones(2), repeats=2)
    assert [value.tolist() for value in reply.values] == [[4.0, 4.0], [4.0, 4.0]]  # the same tensor, changed twice
    assert reply.arguments[0].tolist() == [4.0, 4.0]


def test_seeds_decide_and_drawing_is_noticed(child: Child) -> None:
    """The same seed gives the same number; a function that draws has moved the generator."""
    first, second, third = (call(child, "random_number", seed=seed) for seed in (1, 1, 2))
    assert first.values[0] == second.values[0] != third.values[0]
    assert first.rng_moved
    assert not call(child, "echo").rng_moved


def test_gradients(child: Child) -> None:
    """The gradient of Σ⟨c, out⟩, and None where none arrives."""
    a, b, c = torch.tensor([2.0]), torch.tensor([3.0]), torch.tensor([10.0])
    reply = child.request(wire.Gradient(id=0, name="product", args=[a, b], wrt=[0, 1], cotangents=[c, None]), 3.0)
    assert isinstance(reply, wire.Gradients)
    assert [gradient.item() for gradient in reply.gradients] == [30.0, 20.0]
    reply = child.request(wire.Gradient(id=0, name="product", args=[a, b], wrt=[1], cotangents=[None, c]), 3.0)
    assert isinstance(reply, wire.Gradients)
    assert reply.gradients == [None]


def test_an_exception_tells_its_place(child: Child) -> None:
    """Kind, message and the line of the student's cell; SystemExit is one like any other."""
    reply = raised(child, "stub", 1)
    assert (reply.kind, reply.message) == ("NotImplementedError", "to be written")
    assert "raise NotImplementedError" in reply.where
    assert raised(child, "leave", 1).kind == "SystemExit"
    assert raised(child, "nobody").kind == "NameError"


@pytest.mark.parametrize("name", ["builtin", "alias"])
def test_forbidden_builtins_are_refused_in_calls_only(child: Child, name: str) -> None:
    """Under any name, but only while a graded call runs."""
    q = torch.ones(1, 2, 2)
    forbidden = ["torch.nn.functional.scaled_dot_product_attention"]
    reply = raised(child, name, q, forbidden=forbidden)
    assert reply.kind == "FromScratchError"
    assert "is what this exercise asks you to write" in reply.message
    call(child, name, q)
    assert not child.run_cell(f"{name}(torch.ones(1, 2, 2))").failed


def test_python_builtins_are_refused_too(child: Child) -> None:
    """Those that PyTorch implements in Python, in calls that forbid them."""
    q = torch.ones(2)
    assert raised(child, "automatic", q, forbidden=["torch.autograd.functional.jacobian"]).kind == "FromScratchError"
    call(child, "automatic", q)


def test_what_can_not_travel_is_named(child: Child) -> None:
    """Arrays, objects, huge numbers and sets become Opaque; NaN stays NaN."""
    array, thing, number, nested, nan = call(child, "strange").values[0]
    assert (array.type_name, array.text) == ("ndarray", "shape (3,), dtype float64")
    assert thing.type_name == "object"
    assert number.type_name == "int"
    assert nested["1"].type_name == "set"
    assert nan != nan


def test_output_of_calls_is_dropped(child: Child) -> None:
    """A function sees hidden inputs; what it prints of them reaches no cell."""
    call(child, "loud", 7)
    assert child.run_cell("print('mine')").outputs == [wire.Stream("stdout", "mine\n")]


@pytest.mark.parametrize("name", ["wrong_id", "huge_frame", "pickled", "deep", "speak_first"])
def test_forged_replies_end_the_child(child: Child, name: str) -> None:
    """Bytes on the connection that are no reply are the student's failure."""

    def twice() -> None:
        call(child, name)
        call(child, "echo")  # what `speak_first` sent is found out here at the latest

    with pytest.raises((BrokeProtocol, Crashed)):
        twice()
    assert child.gone


def test_too_large_a_result_is_an_exception(child: Child) -> None:
    """A reply over the limit is refused on the student's side, with a message."""
    assert "more than the" in raised(child, "big").message


def test_level_none_serves_the_same_calls() -> None:
    """Without any isolation the same protocol works."""
    with Sandbox.start(Level.NONE) as weak:
        child = weak.spawn()
        child.run_cell(CELL)
        assert call(child, "echo", 1).values == [[1]]
        with pytest.raises(Crashed, match="exited with code 3"):
            child.run_cell("import os; os._exit(3)")
