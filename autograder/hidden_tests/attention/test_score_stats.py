"""Criteria of `score_stats`."""

import math
from collections.abc import Callable
from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_number
from autograder.student import Student

SAMPLES, KEYS = 2000, 8
USUAL_SAMPLES = 4000  # by default


def measured(d_k: int, of: Numbers) -> dict[str, float]:
    """The statistics from twice as many samples of our own, in float32 as the chapter's table has them."""
    q = torch.randn(2 * SAMPLES, 1, d_k, generator=of.generator)
    k = torch.randn(2 * SAMPLES, KEYS, d_k, generator=of.generator)
    raw = (q @ k.mT).squeeze(1)
    stats = {"score_std": float(raw.std())}
    for name, scores in (("", raw), ("_scaled", raw / math.sqrt(d_k))):
        weights = scores.softmax(-1)
        derivative = weights.diag_embed() - weights[..., :, None] * weights[..., None, :]
        stats["max_weight" + name] = float(weights.amax(-1).mean())
        stats["jacobian_norm" + name] = float(derivative.norm(dim=(-2, -1)).mean())
    return stats


def statistics(student: Student, d_k: int, *sizes: int) -> Callable[[str], float]:
    """The student's statistics by name, for n_samples and n_keys where they are given: one call for all of them."""
    stats: Any = student.score_stats(d_k, *sizes)

    def named(key: str) -> float:
        if not isinstance(stats, dict) or key not in stats:
            raise Unmet(f"score_stats should return a dict with the key {key!r}")
        return expect_number(stats[key], f"{key} for d_k={d_k}")

    return named


def expect_statistic(student: Student, d_k: int, of: Numbers, key: str, allowed: float) -> None:
    """Raise Unmet unless the student's statistic is ours within `allowed` times its size.

    Both are means over thousands of samples with a relative standard error of at most about 1 %,
    so five of them are exceeded by chance once in a million draws.
    """
    actual = statistics(student, d_k, SAMPLES, KEYS)(key)
    expected = measured(d_k, of)[key]
    if not abs(actual - expected) <= allowed * expected:
        message = f"{key} for d_k={d_k} should be about {expected:.3g}"
        raise Unmet(message, ((f"your {key}", actual), ("expected, about", expected)))


head_sizes = st.sampled_from([4, 16, 32])


def expect_usual_sizes(student: Student) -> None:
    """Raise Unmet unless the sizes that need not be given are those of the exercise."""
    usual = statistics(student, 2)("score_std")
    named = statistics(student, 2, USUAL_SAMPLES, KEYS)("score_std")  # under the same seed
    message = f"score_stats(2) should be score_stats(2, {USUAL_SAMPLES}, {KEYS})"
    expect(abs(usual - named) <= 1e-5 * abs(named), message, ("your score_std for both", [usual, named]))


@after(expect_usual_sizes)
@settings(max_examples=2)
@given(head_sizes, numbers)
def test_score_stats_score_std(student: Student, d_k: int, of: Numbers) -> None:
    """score_std is the standard deviation of the raw scores: about √d_k."""
    expect_statistic(student, d_k, of, "score_std", 0.06)


@settings(max_examples=2)
@given(head_sizes, numbers)
def test_score_stats_max_weight(student: Student, d_k: int, of: Numbers) -> None:
    """max_weight is the mean largest weight for the raw scores."""
    expect_statistic(student, d_k, of, "max_weight", 0.08)


@settings(max_examples=3)
@given(head_sizes, numbers)
def test_score_stats_jacobian_norm(student: Student, d_k: int, of: Numbers) -> None:
    """jacobian_norm is the mean Frobenius norm of the softmax Jacobian for the raw scores."""
    expect_statistic(student, d_k, of, "jacobian_norm", 0.15)


@settings(max_examples=2)
@given(st.just(64))
def test_score_stats_scaling(student: Student, d_k: int) -> None:
    """Divided by √d_k, the scores give the same statistics at every width."""
    # Relations, since wrong statistics as such are charged where the raw scores are. All under the same seed.
    single = statistics(student, 1, SAMPLES, KEYS)
    for name in ("max_weight", "jacobian_norm"):
        raw, scaled = single(name), single(f"{name}_scaled")
        message = f"for d_k=1 there is nothing to divide by: {name}_scaled should be {name}"
        expect(abs(raw - scaled) <= 1e-4 * abs(raw), message, ("your values", [raw, scaled]))
    narrow, wide = (statistics(student, width, SAMPLES, KEYS) for width in (16, d_k))
    for key in ("max_weight_scaled", "jacobian_norm_scaled"):
        message = f"{key} should hardly differ between d_k=16 and d_k={d_k}"
        values = [narrow(key), wide(key)]
        expect(abs(values[0] - values[1]) <= 0.1 * abs(values[1]), message, ("your values", values))
