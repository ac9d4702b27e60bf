"""Criteria of `SwiGLU`."""

from itertools import permutations
from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from torch.nn import functional

from autograder.hidden_tests.block.bench import Formula, expect_one_of
from autograder.hidden_tests.block.checks import expect_parameter_count, expect_vectors_alone
from autograder.hidden_tests.block.drawn import MOVED, Values, built, of_shape, scrambled
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, expect
from autograder.student import Student

sizes = st.sampled_from([(4, 7), (6, 5), (3, 8), (5, 9)])  # d and the hidden width, neither twice the other


def swi_glu_reacts(student: Student) -> None:
    """Different vectors give different results. In a constant there is nothing to compare."""
    of = Numbers(1)
    module, x = built(student.SwiGLU, 6, 5), of.normal(1, 4, 6)
    scrambled(module, of)
    found = of_shape(module(x), x)
    spread = float((found - found[:, :1]).abs().max())
    expect(spread > MOVED, "different vectors should give different results", ("your result", found.float()))


def swi_glu_formulas(values: Values, d: int, hidden: int) -> list[Formula]:
    """W₂ (SiLU(W₁ x) · W₃ x) with these matrices in any order and orientation, W₁ and W₃ in one or apart."""
    matrices: list[Tensor] = []
    for value in values.values():
        matrix = value.double().squeeze()
        if matrix.dim() == 2 and set(matrix.shape) == {d, 2 * hidden}:
            matrices += (matrix if matrix.shape[1] == d else matrix.mT).chunk(2)
        elif matrix.dim() == 2 and set(matrix.shape) == {d, hidden}:
            matrices.append(matrix if matrix.shape[1] == d else matrix.mT)
    if len(matrices) != 3:
        return []

    def formula(W_1: Tensor, W_3: Tensor, W_2: Tensor) -> Formula:
        return lambda z: (functional.silu(z.double() @ W_1.mT) * (z.double() @ W_3.mT)) @ W_2

    return [formula(*order) for order in permutations(matrices)]


@after(swi_glu_reacts)
@settings(max_examples=6)
@given(sizes, st.sampled_from([(2, 3), (3, 1)]), numbers)
def test_swi_glu_matches_formula(student: Student, size: Any, leading: tuple[int, int], of: Numbers) -> None:
    """The result is W₂ (SiLU(W₁ x) · W₃ x), with the module's own matrices."""
    d, hidden = size
    module, x = built(student.SwiGLU, d, hidden), of.normal(*leading, d)
    parameters: Values = module.named_parameters()
    values = scrambled(module, of)
    biases = {name: torch.zeros_like(value) for name, value in parameters.items() if value.dim() == 1}
    module.load_state_dict(biases, False)  # biases are charged where parameters are counted
    formulas = swi_glu_formulas(values, d, hidden)
    if formulas:  # other shapes: their number decides
        found = of_shape(module(x), x)
        message = "the result should be W₂ (SiLU(W₁ x) · W₃ x)"
        expect_one_of(found, [formula(x) for formula in formulas], message, "result")


@after(swi_glu_reacts)
@settings(max_examples=6)
@given(sizes)
def test_swi_glu_parameter_count(student: Student, size: Any) -> None:
    """There are three matrices of d · d_hidden trainable parameters, and no biases."""
    d, hidden = size
    module = built(student.SwiGLU, d, hidden)
    expect_parameter_count(module, 3 * d * hidden, f"d = {d}, d_hidden = {hidden}: 3 · d · d_hidden")


@after(swi_glu_reacts)
@settings(max_examples=2)
@given(sizes, numbers)
def test_swi_glu_each_vector_alone(student: Student, size: Any, of: Numbers) -> None:
    """Any leading axes work, none or several: each vector is treated as it is alone."""
    d, hidden = size
    module = built(student.SwiGLU, d, hidden)
    scrambled(module, of)
    expect_vectors_alone(module, of, d)
