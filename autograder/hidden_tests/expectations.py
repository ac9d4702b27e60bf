"""What a criterion can demand of a value, and how it says that the demand was not met.

Every check is made here, on our side, on tensors rebuilt from bytes: first that there is a tensor, then its
shape, then that it is finite, then its values. `torch.allclose` alone would broadcast, and a student's
process could have replaced it.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import torch
from torch import Tensor

from autograder.sandbox.inside.wire import Opaque

SHOWN_ELEMENTS = 24


class Unmet(AssertionError):
    """A property that does not hold. `comparison` shows values side by side, as lines of text."""

    def __init__(self, message: str, comparison: Sequence[tuple[str, Any]] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.comparison = tuple(comparison)


Test = TypeVar("Test", bound=Callable[..., None])


def after(check: Callable[[Any], None]) -> Callable[[Test], Test]:
    """Let a criterion begin with `check(student)`, once, before its cases.

    A relation between two outputs of an answer that ignores its inputs holds and proves nothing: such a
    criterion first makes sure that there is something to relate.
    """

    def decorate(test: Test) -> Test:
        test.check_first = check  # type: ignore[attr-defined] # functions take attributes; their type does not say so
        return test

    return decorate


def expect(condition: bool, message: str, *comparison: tuple[str, Any]) -> None:
    """Raise Unmet with `message` unless `condition`."""
    if not condition:
        raise Unmet(message, comparison)


def expect_tensor(value: Any, shape: Sequence[int] | None, what: str, *, finite: bool = True) -> Tensor:
    """`value` as a tensor, after checking that it is one, of this shape, real, and free of NaN and infinity.

    Of any shape where none is given, but not empty.
    """
    if not isinstance(value, Tensor):
        raise Unmet(f"{what} should be a tensor, but is {described(value)}")
    if shape is not None:
        expect(
            tuple(value.shape) == tuple(shape),
            f"{what} should have the shape {tuple(shape)}, but has {tuple(value.shape)}",
        )
    else:
        expect(value.numel() > 0, f"{what} is empty: its shape is {tuple(value.shape)}")
    expect(not value.is_complex(), f"{what} should hold real numbers, but its dtype is {value.dtype}")
    if finite:
        expect(bool(torch.isfinite(value).all()), f"{what} should be finite", (f"your {what}", value))
    return value


def expect_pair(value: Any, names: tuple[str, str], function: str) -> tuple[Any, Any]:
    """The two values that `function` must return; a list is as good as a tuple."""
    first, second = names
    if not isinstance(value, list) or len(value) != 2:
        raise Unmet(f"{function} should return the pair ({first}, {second}), but returned {described(value)}")
    return value[0], value[1]


def expect_close(actual: Tensor, expected: Tensor, tolerance: float, message: str, what: str) -> None:
    """Raise Unmet unless all entries differ by at most `tolerance`; shapes are equal by now."""
    assert actual.shape == expected.shape
    if actual.numel() == 0:
        return
    difference = (actual.double() - expected.double()).abs()
    # `not <=` and not `>`: a NaN on either side must fail.
    if not bool((difference <= tolerance).all()):
        raise Unmet(message, ((f"your {what}", actual), ("expected", expected)))


def expect_bool_tensor(value: Any, shape: Sequence[int], what: str) -> Tensor:
    """`value` as a boolean tensor of this shape."""
    tensor = expect_tensor(value, shape, what, finite=False)
    expect(tensor.dtype == torch.bool, f"{what} should be of dtype torch.bool, but is {tensor.dtype}")
    return tensor


def expect_number(value: Any, what: str) -> float:
    """`value` as a float: a Python number, or a tensor with one element."""
    if isinstance(value, Tensor) and value.numel() == 1 and not value.is_complex():
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unmet(f"{what} should be a number, but is {described(value)}")
    return float(value)


def described(value: Any) -> str:
    """What a returned value is, in a few words."""
    if value is None:
        return "None"
    if isinstance(value, Opaque):
        return f"a {value.type_name}" + (f" ({value.text})" if value.text else "")
    if isinstance(value, Tensor):
        return f"one tensor of shape {tuple(value.shape)}"
    if isinstance(value, list):
        return f"a list or tuple of {len(value)}"
    return f"{value!r}"[:60] if isinstance(value, bool | int | float | str) else f"a {type(value).__name__}"


def shown(value: Any) -> str:
    """A value as one would type it; large tensors by shape and first entries."""
    if isinstance(value, Tensor):
        dtype = "" if value.dtype in (torch.float32, torch.bool, torch.int64) else f", dtype={value.dtype}"
        if value.numel() > SHOWN_ELEMENTS:
            first = ", ".join(_number(x) for x in value.flatten()[:4].tolist())
            return f"<tensor of shape {tuple(value.shape)}, first entries {first}, …{dtype}>"
        return f"torch.tensor({_nested(value.tolist())}{dtype})"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(shown(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {shown(item)}" for key, item in value.items()) + "}"
    return described(value) if isinstance(value, Opaque) else repr(value)[:200]


def _nested(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_nested(item) for item in value) + "]"
    return _number(value)


def _number(value: float | bool) -> str:
    if isinstance(value, bool | int):
        return str(value)
    text = f"{value:.5g}"
    return text if any(c in text for c in ".en") else text + ".0"
