"""Criteria of `MultiHeadAttention` about the formula, whatever its parameters are called and how they are kept."""

import math
from dataclasses import dataclass

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close
from autograder.hidden_tests.formula_search import (
    Readings,
    comparable,
    fit_mixture,
    fit_output,
    fit_output_biases,
    fit_query_bias,
    fit_weights,
    read,
)
from autograder.hidden_tests.multihead.drawn import (
    Case,
    attended,
    cases,
    load,
    looked,
    made,
    mask_works,
    merges,
    module_reacts,
    random,
    usable_kv,
    weights_react,
)
from autograder.student import RemoteModule, Student

# Here no two kinds of pieces have the same shape: the readings of a list are unambiguous.
unambiguous = st.sampled_from([(20, 5), (20, 4), (6, 1)])

# Scores and outputs are of size 1 to 10 and right to 1e-5 in float32; a wrong reading is off by 0.5.
EXPLAINED = 2e-3


@dataclass
class Parameters:
    """A student's module whose parameters are set here, and what they may mean."""

    module: RemoteModule
    d: int
    of: Numbers
    values: dict[str, Tensor]
    readings: Readings

    @classmethod
    def of_a_new_one(cls, student: Student, d: int, h: int, of: Numbers) -> "Parameters":
        """Random matrices and no biases."""
        module = made(student, d, h)
        shapes = {name: parameter.shape for name, parameter in module.named_parameters().items()}
        readings = read({name: tuple(shape) for name, shape in shapes.items()}, d, h)
        values = {name: random(shape, d, of) for name, shape in shapes.items()}
        parameters = cls(module, d, of, values, readings)
        parameters.set_biases(0.0)
        return parameters

    def set_biases(self, scale: float) -> None:
        """Give all biases random numbers of this size."""
        for name, value in self.values.items():  # in this order: that of a set differs from process to process
            if name in self.readings.bias_names:
                self.values[name] = self.of.normal(*value.shape, scale=scale)
        load(self.module, self.values)

    @property
    def vector(self) -> Tensor:
        """All numbers end to end, in float64."""
        return torch.cat([torch.empty(0), *(value.double().flatten() for value in self.values.values())])

    @property
    def listed(self) -> str:
        """The shapes, for a message."""
        return ", ".join(f"{name} {tuple(value.shape)}" for name, value in self.values.items()) or "none"


@after(weights_react)
@settings(max_examples=6)
@given(unambiguous, numbers)
def test_multi_head_attention_weights_formula(student: Student, widths: tuple[int, int], of: Numbers) -> None:
    """Each head's weights are a softmax of products of its own queries and keys, two projections of the tokens."""
    d, h = widths
    parameters = Parameters.of_a_new_one(student, d, h, of)
    x = of.normal(1, 4, d)
    _, weights = looked(parameters.module, h, x)
    fit = fit_weights(parameters.readings, parameters.vector, x.double(), weights)
    if fit is not None and fit.error < EXPLAINED:
        return
    if not parameters.readings.complete:
        expect_bilinear_scores(parameters.module, Case(d, h, x, of.normal(1, 3, d), of))
        return
    raise Unmet(
        "no two of the module's matrices, one for queries and one for keys, give the weights of all heads: "
        "log last_weights should be, up to a factor and a constant per query, the products of head i's d_head "
        "channels of W_Q x and W_K x",
        (("parameters", parameters.listed), ("your weights", weights)),
    )


def expect_bilinear_scores(module: RemoteModule, case: Case) -> None:
    """For a layout that can't be read: halfway between two queries the ratios of weights are halfway too."""
    kv = usable_kv(module, case)
    if kv is None:
        return  # charged by the criterion about kv
    first, second = case.x[:, :1], case.x[:, 1:2]
    ratios = []
    for query in (first, second, (first + second) / 2):
        _, weights = looked(module, case.h, query, kv)
        ratios.append(weights.log() - weights.log()[..., :1])
    message = "halfway between two queries the logarithms of ratios of weights should be halfway too"
    expect_close(ratios[2], (ratios[0] + ratios[1]) / 2, EXPLAINED, message, "log ratios of weights")


@after(weights_react)
@settings(max_examples=10)
@given(cases())
def test_multi_head_attention_scale(student: Student, case: Case) -> None:
    """Scores are divided by the square root of d_head, the width of one head."""
    module, d, h = made(student, case.d, case.h), case.d, case.h
    d_head, x = d // h, case.x[:1].clone()
    x[..., 0] += case.of.permutation(x.shape[1]) + 1 - x.sum(-1)  # sums 1, 2, 3 …: only sums of tokens will count
    # With one number in all places, it does not matter which parameter is which, nor how it is kept.
    number = 0.75 / math.sqrt(d)
    load(module, {name: torch.full(value.shape, number) for name, value in module.named_parameters().items()})
    _, weights = looked(module, h, x)
    B, T, _ = x.shape
    fits = []
    # Whether queries have a bias, or one that goes through their matrix, and whether heads are cut rightly, is charged
    # elsewhere: what explains the weights best counts. (The bias of keys has no effect on a softmax over them.)
    for bias in (1.0, 0.0, d * number):
        channels = (number * (x.double().sum(-1) + bias))[..., None].expand(B, T, d)
        for heads in (channels.reshape(B, T, h, d_head).transpose(1, 2), channels.reshape(B, h, T, d_head)):
            target, queries, keys = comparable(weights, heads, heads)
            scores = queries @ keys.mT
            scale = float((scores * target).sum() / scores.square().sum().clamp(min=1e-30))
            fits.append((float((scale * scores - target).abs().max()), scale))
    _, scale = min(fits)
    expected = 1 / math.sqrt(d_head)
    found = f"but were multiplied by {scale:.4f}, which is 1/{1 / scale:.4g}" if scale else "but have no effect"
    message = f"with d_model = {d} and {h} heads, scores should be divided by √{d_head}"
    expect(abs(scale / expected - 1) < 0.01, f"{message}, {found}", ("your weights", weights))


@after(module_reacts)
@settings(max_examples=6)
@given(unambiguous, numbers)
def test_multi_head_attention_output_formula(student: Student, widths: tuple[int, int], of: Numbers) -> None:
    """A token alone goes through two more projections, values and output, each with a matrix of its own."""
    d, h = widths
    parameters = Parameters.of_a_new_one(student, d, h, of)
    x = of.normal(3, 1, d)
    out = attended(parameters.module, x)
    fit = fit_output(parameters.readings, parameters.vector, x[:, 0].double(), out[:, 0])
    if fit is not None and fit.error < EXPLAINED:
        return
    if not parameters.readings.complete:
        x[2] = (x[0] + x[1]) / 2
        out = attended(parameters.module, x)
        message = "halfway between two tokens, each alone in its sequence, the result should be halfway too"
        expect_close(out[2], (out[0] + out[1]) / 2, EXPLAINED, message, "result")
        return
    raise Unmet(
        "no two of the module's matrices, one for values and one for the output, give the result of a token that is "
        "alone in its sequence, W_O W_V x where all biases are 0",
        (("parameters", parameters.listed), ("your result", out)),
    )


@after(weights_react)
@settings(max_examples=8)
@given(unambiguous, numbers, st.booleans())
def test_multi_head_attention_output_follows_weights(
    student: Student, widths: tuple[int, int], of: Numbers, masked: bool
) -> None:
    """The result is made with last_weights: each head mixes its values with the weights that it shows."""
    d, h = widths
    parameters = Parameters.of_a_new_one(student, d, h, of)
    readings, module = parameters.readings, parameters.module
    case = Case(d, h, of.normal(1, 5, d), of.normal(1, 3, d), of)
    if not merges(module, case):
        return  # charged by the criterion about merging
    lone = attended(module, case.x[:, :1])
    finding = fit_output(readings, parameters.vector, case.x[:, 0].double(), lone[:, 0])
    mask = of.mask(5, 5)
    mask_or_none = mask if masked and mask_works(module, case, None, mask) else None
    if finding is not None and finding.error < EXPLAINED:
        out, weights = looked(module, h, case.x, None, mask_or_none)
        error = fit_mixture(readings, parameters.vector, case.x.double(), weights, out)
        message = "each head should mix its values with its own last_weights, but that does not give the result"
        expect(error < EXPLAINED, message, ("your last_weights", weights), ("your result", out))
    elif usable_kv(module, case) is not None:
        expect_linear_in_weights(module, case)


def expect_linear_in_weights(module: RemoteModule, case: Case) -> None:
    """For a layout that can't be read: with the same kv, results are one linear function of the weights."""
    x = case.numbers(1, 4 * case.h * case.kv.shape[1], case.d)  # far more queries than unknowns
    out, weights = looked(module, case.h, x, case.kv)
    rows, out = weights[0].transpose(0, 1).flatten(1), out[0]  # (T, h · S), (T, d)
    fitted = torch.linalg.lstsq(rows, out, driver="gelsd", rcond=1e-5).solution
    message = "rows of the result should be sums of values, weighted with the rows of last_weights"
    expect_close(rows @ fitted, out, EXPLAINED, message, "last_weights, times the values that fit them best")


@after(module_reacts)
@settings(max_examples=6)
@given(unambiguous, numbers)
def test_multi_head_attention_biases(student: Student, widths: tuple[int, int], of: Numbers) -> None:
    """Each projection adds its bias to what it projects: queries, values and output have one of their own."""
    d, h = widths
    parameters = Parameters.of_a_new_one(student, d, h, of)
    readings, module, x = parameters.readings, parameters.module, of.normal(1, 4, d)
    if not readings.complete or sum(parameters.values[name].numel() for name in readings.bias_names) != 4 * d:
        return  # how many there are is charged by the number of parameters
    _, weights = looked(module, h, x)
    lone = attended(module, x[:, :1])[0, 0]
    looking = fit_weights(readings, parameters.vector, x.double(), weights)
    finding = fit_output(readings, parameters.vector, x[:, 0].double(), lone[None])
    parameters.set_biases(1.0)
    shapes = ("parameters", parameters.listed)
    bias = None
    distributions = bool(((weights.sum(-1) - 1).abs() < 1e-3).all())  # else a bias can't be told from a factor per key
    if looking is not None and looking.error < EXPLAINED and not looking.reshaped and distributions:
        _, weights = looked(module, h, x)
        bias, error = fit_query_bias(readings, parameters.vector, x.double(), weights, looking)
        message = (
            "with biases the weights should be those of queries W_Q x + b_Q, but none of the module's explains them"
        )
        expect(error < EXPLAINED, message, shapes, ("your weights", weights))
    if finding is not None and finding.error < EXPLAINED:
        offset = attended(module, x[:, :1])[0, 0] - lone
        error = fit_output_biases(readings, parameters.vector, offset, finding, bias)
        message = "biases should move the result of a lone token by W_O b_V + b_O, but no two of the module's do"
        expect(error < EXPLAINED, message, shapes, ("the result moves by", offset))
