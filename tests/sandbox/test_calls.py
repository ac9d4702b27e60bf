"""Calls into a child: values, gradients, exceptions and the from-scratch rule, at both levels."""

import statistics
import time
from collections.abc import Iterator

import pytest
import torch

from autograder.sandbox import Child, Crashed, Sandbox
from autograder.sandbox.inside import wire

CELL = """
import numpy, os, random, sys, torch
import torch.nn.functional as F
from torch.nn.functional import scaled_dot_product_attention as innocent
def echo(*args, **kwargs): return [*args, kwargs] if kwargs else args
def strides(*tensors): return [x.stride() for x in tensors]
def scale(x): x.mul_(2); return x
def product(a, b): return a * b, a
def square_in_place(a): a.pow_(2); return a
def detached(a): return a.detach()
def stub(x):
    raise NotImplementedError("to be written")
def inner(x): return x @ x
def outer(x):
    return inner(x)
def leave(x): raise SystemExit
def interrupt(x): raise KeyboardInterrupt
class Unprintable(Exception):
    def __str__(self): raise SystemExit
def unprintable(): raise Unprintable
def random_numbers(): return torch.rand(1), random.random(), numpy.random.rand()
def loud(x): print("SECRET", x); sys.stderr.write("SECRET"); display(x); return x
def big(): return torch.zeros(1 << 25)
def endless(): return torch.ones(1).expand(1 << 25)
def beyond(): return torch.ones(1).expand(1 << 40)
def cyclic():
    x = []; x.append(x); return x
class Scale(torch.nn.Module):
    def __init__(self, factor=2.0):
        super().__init__()
        self.factor = torch.nn.Parameter(torch.tensor(factor))
        self.frozen = torch.nn.Parameter(torch.tensor(1.0), requires_grad=False)
    def forward(self, x): return x * self.factor
    def twice(self, x): return self(self(x))
def apply(module, x): return module(x)
"""
STRANGE = """
class Odd(torch.Tensor): pass
class Hostile:
    def __repr__(self): raise SystemExit
    __str__ = __repr__
def strange(): return {
    "array": numpy.zeros(3), "object": Hostile(), "huge": 2**70, "set": {1}, "keys": {1: "a", (1, 2): "b"},
    "scalars": [numpy.float64(1.5), numpy.int32(2), numpy.bool_(True)], "odd": torch.ones(1).as_subclass(Odd),
    "parameter": torch.nn.Parameter(torch.ones(1)), "sparse": torch.eye(2).to_sparse(),
    "meta": torch.ones(2, device="meta"), "function": strange, "surrogate": "\\ud800", "long": "x" * 200_000,
    "bytes": b"x", "module": Scale(),
}
"""
ATTENTION = "torch.nn.functional.scaled_dot_product_attention"


@pytest.fixture(scope="module", params=["sandbox", "plain_sandbox"], ids=["full", "none"])
def child(request: pytest.FixtureRequest) -> Iterator[Child]:
    """A child that ran CELL. No test of these ends it, so they share it."""
    sandbox: Sandbox = request.getfixturevalue(request.param)
    with sandbox.spawn() as child:
        assert not child.run_cell(CELL).failed
        yield child


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


def gradients(
    child: Child, name: str, args: list[object], cotangents: list[object], **fields: object
) -> wire.Gradients:
    """Gradients with respect to all arguments."""
    wrt = list(range(len(args)))
    request = wire.Gradient(id=0, name=name, args=args, wrt=wrt, cotangents=cotangents, **fields)  # type: ignore[arg-type]
    reply = child.request(request, 3.0)
    assert isinstance(reply, wire.Gradients), reply
    return reply


def test_values_come_back_as_they_went(child: Child) -> None:
    """Tensors keep dtype, shape and values; a tuple arrives as a list; keyword arguments too."""
    sent = [torch.randn(2, 3, dtype=torch.float64), torch.tensor([True]), None, 1, 2.5, "é", [1, [2]], {"a": 1}]
    (received,) = call(child, "echo", *sent).values
    assert torch.equal(received[0], sent[0])
    assert received[0].dtype == torch.float64
    assert received[2:] == sent[2:]
    assert call(child, "echo", 1, kwargs={"mask": None}).values == [[1, {"mask": None}]]


def test_layouts_arrive_as_they_are(child: Child) -> None:
    """A transposed, a strided and an expanded tensor have their strides in the child."""
    views = [torch.zeros(2, 3).T, torch.zeros(4, 6)[:, ::2], torch.zeros(1, 3).expand(5, 3)]
    assert call(child, "strides", *views).values == [[list(view.stride()) for view in views]]


def test_a_global_can_be_read(child: Child) -> None:
    """Its value, or Opaque for what has none, or a NameError."""
    child.run_cell("exercise = dict(weights=(0.5, 0.5), output=None)")
    reply = child.request(wire.Get(id=0, name="exercise"), 3.0)
    assert isinstance(reply, wire.Returned)
    assert reply.values == [{"weights": [0.5, 0.5], "output": None}]
    missing = child.request(wire.Get(id=0, name="nobody"), 3.0)
    assert isinstance(missing, wire.Raised)
    assert (missing.kind, missing.message, missing.where) == ("NameError", "nobody", "")


def test_repeats_share_arguments(child: Child) -> None:
    """An in-place change shows in the second result and in the arguments afterwards."""
    sent = torch.ones(2)
    reply = call(child, "scale", sent, repeats=2, observe=True)
    assert [value.tolist() for value in reply.values] == [[4.0, 4.0], [4.0, 4.0]]  # the same tensor, changed twice
    assert reply.arguments[0].tolist() == [4.0, 4.0]
    assert sent.tolist() == [1.0, 1.0]


def test_seeds_decide_and_drawing_is_noticed(child: Child) -> None:
    """The same seed gives the same numbers of every generator; a function that draws has moved torch's."""
    first, second, third = (call(child, "random_numbers", seed=seed, observe=True) for seed in (1, 1, 2))
    assert first.values == second.values
    for one, other in zip(first.values[0], third.values[0], strict=True):
        assert one != other
    assert first.rng_moved
    assert not call(child, "echo", observe=True).rng_moved


def test_gradients_are_of_the_weighted_sum(child: Child) -> None:
    """Of Σ⟨c, out⟩, without the outputs whose cotangent is None."""
    a, b, c = torch.tensor([2.0]), torch.tensor([3.0]), torch.tensor([10.0])
    assert [g.item() for g in gradients(child, "product", [a, b], [c, c]).gradients] == [40.0, 20.0]
    assert [g.item() for g in gradients(child, "product", [a, b], [c, None]).gradients] == [30.0, 20.0]
    first, second = gradients(child, "product", [a, b], [None, c]).gradients
    assert (first.item(), second) == (10.0, None)


def test_gradients_survive_what_is_graded_elsewhere(child: Child) -> None:
    """A step in place is no error here, and a detached result has no gradient."""
    assert [
        g.item() for g in gradients(child, "square_in_place", [torch.tensor(3.0)], [torch.tensor(1.0)]).gradients
    ] == [6.0]
    assert gradients(child, "detached", [torch.tensor(3.0)], [torch.tensor(1.0)]).gradients == [None]


def test_modules_stay_and_are_named(child: Child) -> None:
    """A handle calls the module, its methods and attributes, and can be an argument."""
    (module,) = call(child, "Scale", 3.0).values
    assert module.type_name == "Scale"
    x = torch.ones(2)
    assert call(child, "__call__", x, target=module).values[0].tolist() == [3.0, 3.0]
    assert call(child, "twice", x, target=module).values[0].tolist() == [9.0, 9.0]
    assert call(child, "apply", module, x).values[0].tolist() == [3.0, 3.0]
    assert call(child, "factor.item", target=module).values == [3.0]
    assert list(call(child, "named_parameters", target=module).values[0]) == ["factor"]
    assert set(call(child, "state_dict", target=module).values[0]) == {"factor", "frozen"}
    call(child, "load_state_dict", {"factor": torch.tensor(5.0), "frozen": torch.tensor(1.0)}, target=module)
    reply = gradients(child, "__call__", [x], [x], target=module)
    assert reply.gradients[0].tolist() == [5.0, 5.0]
    assert {name: gradient.item() for name, gradient in reply.parameters.items()} == {"factor": 2.0}
    assert raised(child, "absent", target=module).kind == "AttributeError"


def test_the_same_module_has_the_same_handle(child: Child) -> None:
    """Two of a kind have different ones."""
    (first,) = call(child, "Scale").values
    (second,) = call(child, "Scale").values
    (again,) = call(child, "echo", first).values[0]
    assert first.id == again.id != second.id


def test_an_exception_tells_its_place(child: Child) -> None:
    """Kind, message and the innermost line of the student's cell."""
    reply = raised(child, "stub", 1)
    assert (reply.kind, reply.message) == ("NotImplementedError", "to be written")
    assert reply.where == 'line 11 of stub: raise NotImplementedError("to be written")'
    assert raised(child, "outer", "x").where == "line 12 of inner: def inner(x): return x @ x"


@pytest.mark.parametrize(
    ("name", "kind"), [("leave", "SystemExit"), ("interrupt", "KeyboardInterrupt"), ("nobody", "NameError")]
)
def test_every_exception_is_one_like_any_other(child: Child, name: str, kind: str) -> None:
    """Also those that would end a program."""
    assert raised(child, name, 1).kind == kind
    assert call(child, "echo", 1).values == [[1]]


def test_an_exception_that_can_not_be_printed_has_no_message(child: Child) -> None:
    """Its kind must do."""
    reply = raised(child, "unprintable")
    assert (reply.kind, reply.message) == ("Unprintable", "")


@pytest.mark.parametrize(
    "expression",
    [
        "F.scaled_dot_product_attention(q, q, q)",
        "innocent(q, q, q)",
        "torch._C._nn.scaled_dot_product_attention(q, q, q)",
        "torch.ops.aten.scaled_dot_product_attention(q, q, q)",
        "torch.ops.aten.scaled_dot_product_attention.default(q, q, q)",
    ],
)
def test_forbidden_builtins_are_refused_in_graded_calls_only(child: Child, expression: str) -> None:
    """Under any name, but only where the rule is on."""
    child.run_cell(f"def cheat(q): return {expression}")
    q = torch.ones(1, 2, 2)
    for request in (
        wire.Call(id=0, name="cheat", args=[q], forbidden=[ATTENTION]),
        wire.Gradient(id=0, name="cheat", args=[q], wrt=[0], cotangents=[q], forbidden=[ATTENTION]),
    ):
        reply = child.request(request, 3.0)
        assert isinstance(reply, wire.Raised)
        assert reply.kind == "FromScratchError"
        assert reply.message == f"{ATTENTION} is what this exercise asks you to write; use plain tensor operations"
        assert "cheat" in reply.where
    call(child, "cheat", q)
    assert not child.run_cell("cheat(torch.ones(1, 2, 2))").failed


def test_python_functions_are_refused_too(child: Child) -> None:
    """Those that PyTorch implements in Python, by their whole name, and only in calls that forbid them."""
    child.run_cell("def automatic(s): return torch.autograd.functional.jacobian(torch.exp, s)")
    child.run_cell("def by_hand(s): s = s.requires_grad_(); return torch.autograd.grad(s.sum(), s)[0]")
    s = torch.ones(2)
    assert raised(child, "automatic", s, forbidden=["torch.autograd.functional.jacobian"]).kind == "FromScratchError"
    call(child, "automatic", s)
    call(child, "by_hand", s, forbidden=["torch.func.grad"])


def test_the_rule_reaches_into_modules(child: Child) -> None:
    """A module of PyTorch's that uses the forbidden function is refused too; other functions are not."""
    child.run_cell("def norm(x): return torch.nn.LayerNorm(2)(x)")
    assert (
        raised(child, "norm", torch.ones(2, 2), forbidden=["torch.nn.functional.layer_norm"]).kind == "FromScratchError"
    )
    call(child, "norm", torch.ones(2, 2), forbidden=[ATTENTION])


def test_what_can_not_travel_is_named(child: Child) -> None:
    """Each value arrives, or arrives as Opaque; none is an error."""
    child.run_cell(STRANGE)
    got = call(child, "strange").values[0]
    opaque = {name: (v.type_name, v.text) for name, v in got.items() if isinstance(v, wire.Opaque)}
    assert opaque == {
        "array": ("ndarray", "shape (3,), dtype float64"),
        "object": ("Hostile", ""),
        "huge": ("int", "of more than 64 bits"),
        "set": ("set", ""),
        "sparse": ("Tensor", "layout torch.sparse_coo, dtype torch.float32, on cpu"),
        "meta": ("Tensor", "layout torch.strided, dtype torch.float32, on meta"),
        "function": ("function", ""),
        "bytes": ("bytes", ""),
    }
    assert got["keys"] == {"1": "a", "tuple": "b"}
    assert got["scalars"] == [1.5, 2, True]
    assert [type(got[name]) for name in ("odd", "parameter")] == [torch.Tensor] * 2
    assert not got["parameter"].requires_grad
    assert got["surrogate"] == "?"
    assert len(got["long"]) == 100_000
    assert isinstance(got["module"], wire.Handle)


def test_a_cyclic_list_ends_somewhere(child: Child) -> None:
    """In an Opaque, at the depth that the wire allows."""
    value = call(child, "cyclic").values[0]
    for _ in range(wire.MAX_DEPTH - 1):
        (value,) = value
    assert value[0].type_name == "list"


@pytest.mark.parametrize("name", ["big", "endless"])
def test_too_large_a_result_is_an_exception(child: Child, name: str) -> None:
    """It is refused on the student's side, with a message."""
    assert "more than the 67,108,864 that can be sent" in raised(child, name).message


def test_a_tensor_beyond_all_bounds_is_opaque(child: Child) -> None:
    """A trick with strides makes no answer of terabytes."""
    assert isinstance(call(child, "beyond").values[0], wire.Opaque)


def test_output_of_calls_is_dropped(child: Child) -> None:
    """A function sees hidden inputs; what it prints of them reaches no cell."""
    call(child, "loud", 7)
    assert child.run_cell("print('mine')").outputs == [wire.Stream("stdout", "mine\n")]


def test_a_call_is_quick(child: Child) -> None:
    """Three tensors of attention's size, with the from-scratch rule: below 0.5 ms where nothing else runs."""
    child.run_cell("def attention(Q, K, V): return (Q @ K.mT).softmax(-1) @ V")
    args = [torch.randn(2, 5, 8) for _ in range(3)]
    seconds = []
    for _ in range(100):
        started = time.perf_counter()
        call(child, "attention", *args, forbidden=[ATTENTION])
        seconds.append(time.perf_counter() - started)
    assert statistics.quantiles(seconds, n=10)[0] < 0.005  # ten times as much: the machine may be busy


def test_requests_can_be_sent_ahead(child: Child) -> None:
    """More than a socket holds, in both directions; replies come in the order of the requests."""
    large = torch.arange(100_000.0)
    for number in range(40):
        child.ahead([child.prepared(wire.Call(id=0, name="echo", args=[number, large]))])
    assert child.awaited == 40
    for number in range(40):
        reply = child.next_reply(10.0)
        assert isinstance(reply, wire.Returned)
        assert reply.values[0][0] == number
        assert torch.equal(reply.values[0][1], large)
    assert child.awaited == 0


def test_replies_before_a_crash_arrive(sandbox: Sandbox) -> None:
    """The request that ended the process is charged, and none before it."""
    with sandbox.spawn() as child:
        child.run_cell("import os\ndef stay(): return 1\ndef leave(): os._exit(3)")
        for name in ("stay", "leave", "stay"):
            child.ahead([child.prepared(wire.Call(id=0, name=name))])
        assert isinstance(child.next_reply(3.0), wire.Returned)
        with pytest.raises(Crashed, match="exited with code 3"):
            child.next_reply(3.0)
        assert child.gone


def test_an_exception_is_of_all_kinds_that_it_derives_from(child: Child) -> None:
    """So that a student's own kind of ValueError is one."""
    child.run_cell("class TooLong(ValueError): pass\ndef refuse(): raise TooLong('no')")
    reply = raised(child, "refuse")
    assert reply.kind == "TooLong"
    assert reply.kinds[:3] == ["TooLong", "ValueError", "Exception"]
