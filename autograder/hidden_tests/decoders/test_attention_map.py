"""Criteria of `attention_map`."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.decoders.drawn import VOCAB, accepted_digits, built, digits, known, lengths, tolerance
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close, expect_tensor
from autograder.student import RemoteModule, Student, StudentRaised

batches = st.integers(2, 4)


def model_with_map(student: Student, of: Numbers, n_layers: int = 2) -> RemoteModule:
    """A Sorter of the student's with known parameters."""
    module = built(student, "Sorter", n_layers=n_layers)
    known(module, of)
    return module


def shown(student: Student, module: RemoteModule, x: Tensor) -> Tensor:
    """The student's map for the digits x (B, T) in float64."""
    B, T = x.shape
    return expect_tensor(student.attention_map(module, x), (B, T, T), "the map").double()


def last_weights(module: RemoteModule) -> Tensor:
    """What the last module that has them keeps as last_weights, (B, h, T, T)."""
    paths: dict[str, None] = {}
    for name in module.named_parameters():
        parts = name.split(".")
        paths.update(dict.fromkeys(".".join(parts[:end]) for end in range(1, len(parts))))
    for path in reversed(paths):
        try:
            return expect_tensor(getattr(module, f"{path}.__getattribute__")("last_weights"), None, "last_weights")
        except StudentRaised:
            continue
    raise Unmet("no module of the model has last_weights")


def map_reacts(student: Student) -> None:
    """Other digits give another map."""
    of = Numbers(1)
    module = model_with_map(student, of)
    x = accepted_digits(module, of, 2, 5)
    maps = []
    for values in (x, (x + 1 + torch.arange(x.shape[1])) % VOCAB):
        module(values)  # a map that forgets to do so is charged once
        maps.append(expect_tensor(student.attention_map(module, values), None, "the map"))
    first, second = maps
    different = first.shape != second.shape or bool((first - second).abs().max() > 1e-4)
    expect(different, "other digits should give another map", ("your map", first))


@settings(max_examples=3)
@given(batches, lengths, numbers)
def test_attention_map_is_mean_over_heads_of_last_block(student: Student, B: int, T: int, of: Numbers) -> None:
    """It holds the weights of the last block's attention, averaged over its heads."""
    for n_layers in (2, 3):  # the last is neither the first nor, of three, the second
        module = model_with_map(student, of, n_layers)
        x = accepted_digits(module, of, B, T)
        module(x)
        expected = last_weights(module)
        if expected.dim() != 4:
            raise Unmet(f"last_weights should have the shape (B, h, T, T), but has {tuple(expected.shape)}")
        expected = expected.double().mean(1)
        message = "the map should be the average over the heads of the last block's last_weights"
        expect_close(shown(student, module, x), expected, tolerance(expected), message, "map")


@after(map_reacts)
@settings(max_examples=3)
@given(batches, lengths, numbers)
def test_attention_map_rows_are_weights(student: Student, B: int, T: int, of: Numbers) -> None:
    """It has the shape (B, T, T), and each row of each map is non-negative with the sum 1."""
    module = model_with_map(student, of)
    x = accepted_digits(module, of, B, T)
    module(x)
    found = shown(student, module, x)
    sums = found.sum(-1)
    expect(bool((found >= 0).all()), "a weight is not negative", ("your map", found))
    expect(bool(((sums - 1).abs() < 1e-4).all()), "each row of the map should sum to 1", ("their sums", sums))


@after(map_reacts)
@settings(max_examples=3)
@given(batches, lengths, numbers)
def test_attention_map_belongs_to_its_digits(student: Student, B: int, T: int, of: Numbers) -> None:
    """It belongs to the digits that are handed over, whatever the model has read before."""
    module = model_with_map(student, of)
    x = accepted_digits(module, of, B, T)
    module(x)
    first = expect_tensor(student.attention_map(module, x), None, "the map")
    module(digits(of, *x.shape))
    again = expect_tensor(student.attention_map(module, x), first.shape, "the map")
    message = "the map of the same digits should be the same after the model has read others"
    expect_close(again, first, tolerance(first), message, "map")
