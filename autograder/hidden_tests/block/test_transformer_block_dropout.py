"""Criteria of `TransformerBlock`: its dropout."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from autograder.hidden_tests.block.bench import Bench, attention_values, feed_forward
from autograder.hidden_tests.block.checks import block_reacts, same_answer
from autograder.hidden_tests.block.drawn import Values, built, of_shape, rounding, streams
from autograder.hidden_tests.expectations import Unmet, after, expect, expect_close
from autograder.student import Student


@after(block_reacts)
@settings(max_examples=4)
@given(streams(), st.sampled_from([0.3, 0.6, 0.9]))
def test_transformer_block_dropout_only_in_training(student: Student, case: Any, p: float) -> None:
    """In evaluation mode dropout does nothing, nor does it in training when it is 0, as by default."""
    d, h, x, of = case
    module, without = built(student.TransformerBlock, d, h, dropout=p), built(student.TransformerBlock, d, h)
    same_answer(module, without, of)
    expected = of_shape(without(x), x)
    message = f"in evaluation mode a block with dropout={p} should do what one without dropout does"
    expect_close(of_shape(module(x), x), expected, rounding(expected), message, "result")
    without.train()
    message = "without the argument dropout, training mode should change nothing"
    expect_close(of_shape(without(x), x), expected, rounding(expected), message, "result in training mode")


@after(block_reacts)
@settings(max_examples=3)
@given(streams(min_B=2, min_T=3), st.sampled_from([0.3, 0.6]))
def test_transformer_block_dropout_on_what_is_added(student: Student, case: Any, p: float) -> None:
    """In training, each number that a sublayer adds is dropped, or scaled by 1/(1 − p); the stream itself is not."""
    d, h, x, of = case
    bench = Bench(built(student.TransformerBlock, d, h, dropout=p))
    without = Bench(built(student.TransformerBlock, d, h))
    if without.parameters.keys() != bench.parameters.keys():
        without = bench  # then this one's evaluation mode must do
    feed = feed_forward(student, bench, d, of)
    attention = attention_values(student, bench, d, h, of, feed)
    for sublayer, values in (("attention", attention), ("the feed-forward network", feed.values)):
        if values:
            expect_dropped(bench, without, values, x, p, sublayer)


def expect_dropped(bench: Bench, without: Bench, values: Values, x: Tensor, p: float, sublayer: str) -> None:
    """Raise Unmet unless training mode drops some of what this sublayer adds without dropout, and scales the rest."""
    silent = without.with_only({}, x)
    added = without.with_only(values, x) - silent
    bench.only(values)
    bench.module.train()
    first, second = (bench.module.forward.seeded(seed)(x) for seed in (1, 2))
    bench.module.eval()
    found, again = of_shape(first, x) - silent, of_shape(second, x) - silent
    tolerance = rounding(added, x) / (1 - p)
    kept, dropped = (found - added / (1 - p)).abs() <= tolerance, found.abs() <= tolerance
    shown = (("added in training", found.float()), ("added without dropout", added.float()))
    if not bool((kept | dropped).all()):
        raise Unmet(
            f"dropout={p}: each number that {sublayer} adds should be dropped (0), or scaled by 1/(1 − p) = "
            f"{1 / (1 - p):.3g}; nothing else should be",
            shown,
        )
    large = added.abs() > 10 * tolerance
    expect(bool((dropped & large).any()), f"dropout={p} should drop something of what {sublayer} adds", *shown)
    expect(bool((kept & large).any()), f"dropout={p} should keep something of what {sublayer} adds", *shown)
    differ = bool((found - again).abs().max() > tolerance)
    expect(differ, f"dropout={p} should drop other numbers of what {sublayer} adds each time", *shown)
