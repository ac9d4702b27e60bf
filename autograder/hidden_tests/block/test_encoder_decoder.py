"""Criteria of `EncoderDecoder`."""

from typing import Any

import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from torch.nn import functional

from autograder.hidden_tests.block.bench import at, places
from autograder.hidden_tests.block.checks import expect_influence
from autograder.hidden_tests.block.drawn import (
    MOVED,
    Values,
    alone,
    built,
    drawn_like,
    load,
    of_shape,
    rounding,
    scrambled,
)
from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import after, expect, expect_close, expect_tensor
from autograder.student import RemoteModule, Student

VOCAB, MAX_LEN = 13, 11  # no other size, and no multiple of one


@st.composite
def sentences(draw: st.DrawFn, min_B: int = 1, max_B: int = 3, min_length: int = 2) -> tuple[Any, ...]:
    """d, h, the number of layers, source (B, S) and target (B, T) with B, S and T all different, the numbers."""
    d, h = draw(st.sampled_from([(6, 2), (8, 4), (5, 1)]))
    B = draw(st.integers(min_B, max_B))
    S = draw(st.integers(min_length, 6).filter(lambda size: size != B))
    T = draw(st.integers(min_length, 6).filter(lambda size: size not in (B, S)))
    of = draw(numbers)
    return d, h, draw(st.sampled_from([1, 2])), ids(of, B, S), ids(of, B, T), of


def ids(of: Numbers, *shape: int) -> Tensor:
    """Random tokens."""
    return torch.randint(VOCAB, shape, generator=of.generator)


def other_tokens(tokens: Tensor, of: Numbers) -> Tensor:
    """For each token a different one."""
    return (tokens + torch.randint(1, VOCAB, tokens.shape, generator=of.generator)) % VOCAB


def padding(of: Numbers, B: int, S: int) -> Tensor:
    """A source mask (B, 1, 1, S), True = a real token, as padding at the end makes it.

    The first two sources are of different lengths, where there are two lengths.
    """
    lengths = 1 + of.permutation(S).repeat(B)[:B]
    return torch.arange(S) < lengths[:, None, None, None]


def model_of(student: Student, d: int, h: int, n_layers: int) -> RemoteModule:
    """The student's model with VOCAB tokens and MAX_LEN positions."""
    return built(student.EncoderDecoder, VOCAB, d, h, n_layers, MAX_LEN)


def logits(model: RemoteModule, source: Tensor, target: Tensor, *mask: Tensor) -> Tensor:
    """The student's logits in float64, (B, T, VOCAB)."""
    return of_shape(model(source, target, *mask), torch.empty(*target.shape, VOCAB))


def model_reacts(student: Student) -> None:
    """Another target gives other logits. In constants there is nothing to compare."""
    of = Numbers(1)
    model, source, target = model_of(student, 6, 2, 1), ids(of, 2, 3), ids(of, 2, 4)
    scrambled(model, of)
    moved = logits(model, source, other_tokens(target, of)) - logits(model, source, target)
    message = "another target should give other logits"
    expect(float(moved.abs().max()) > MOVED, message, ("change of the logits", moved.float()))


def source_matters(student: Student) -> None:
    """Another source gives other logits."""
    model_reacts(student)
    of = Numbers(1)
    model, source, target = model_of(student, 6, 2, 1), ids(of, 2, 3), ids(of, 2, 4)
    scrambled(model, of)
    moved = logits(model, other_tokens(source, of), target) - logits(model, source, target)
    message = "another source should give other logits"
    expect(float(moved.abs().max()) > MOVED, message, ("change of the logits", moved.float()))


@after(model_reacts)
@settings(max_examples=1)
@given(numbers)
def test_encoder_decoder_shape(student: Student, of: Numbers) -> None:
    """The result are float32 logits (B, T, vocab), whatever the length of the source."""
    model = model_of(student, 6, 2, 1)
    for B, S, T in ((1, 1, 1), (1, 3, 4), (3, 2, 1), (2, 1, 3), (2, 5, 4)):
        found = expect_tensor(model(ids(of, B, S), ids(of, B, T)), (B, T, VOCAB), "the result")
        expect(found.dtype == torch.float32, f"the logits should be of dtype torch.float32, but are {found.dtype}")


@after(model_reacts)
@settings(max_examples=8)
@given(
    st.sampled_from([(6, 2), (8, 4), (5, 1)]), st.integers(1, 3), st.sampled_from([7, 13]), st.sampled_from([11, 17])
)
def test_encoder_decoder_parameter_count(student: Student, width: Any, n: int, vocab: int, max_len: int) -> None:
    """The parts have their parameters, each layer its own: tables, blocks, two norms and the head."""
    d, h = width
    model = built(student.EncoderDecoder, vocab, d, h, n, max_len)
    count = sum(value.numel() for value in model.named_parameters().values())
    expected = {
        "tokens": vocab * d,
        "positions": max_len * d,
        "encoder blocks": n * (12 * d**2 + 13 * d),
        "decoder blocks": n * (16 * d**2 + 19 * d),
        "norms": 4 * d,
        "head": vocab * d + vocab,
    }
    total = sum(expected.values())
    message = f"vocab = {vocab}, d = {d}, {n} layers, max_len = {max_len}: {total} trainable parameters are expected"
    expect(count == total, f"{message} ({expected}), but there are {count}")


@after(model_reacts)
@settings(max_examples=3)
@given(sentences())
def test_encoder_decoder_gradients(student: Student, case: Any) -> None:
    """Gradients reach every parameter."""
    d, h, n_layers, source, target, of = case
    model = model_of(student, d, h, n_layers)
    scrambled(model, of)
    cotangent = of.normal(*target.shape, VOCAB)
    found = model.forward.parameter_gradients(source, target, cotangents=(cotangent,))
    missing = sorted(name for name, gradient in found.items() if gradient is None)
    expect(not missing, f"no gradient reaches these parameters, which take no part in the result: {missing}")


@after(model_reacts)
@settings(max_examples=8)
@given(sentences())
def test_encoder_decoder_chains_its_blocks(student: Student, case: Any) -> None:
    """Tables, your encoder blocks, a norm, your decoder blocks, a norm and the head, one after the other."""
    d, h, n_layers, source, target, of = case
    encoder, decoder = alone(student.TransformerBlock, d, h), alone(student.DecoderBlock, d, h)
    model = model_of(student, d, h, n_layers)
    parts = None if encoder is None or decoder is None else known_parts(model, encoder, decoder, n_layers, d, of)
    if encoder is None or decoder is None or parts is None:
        return  # built from something else: the other criteria decide
    tokens, positions, bias = parts
    memory = tokens[source] + positions[: source.shape[1]]
    for _ in range(n_layers):
        memory = expect_tensor(encoder(memory), memory.shape, "the result of your TransformerBlock")
    memory = functional.layer_norm(memory, (d,))
    x = tokens[target] + positions[: target.shape[1]]
    for _ in range(n_layers):
        x = expect_tensor(decoder(x, memory), x.shape, "the result of your DecoderBlock")
    expected = functional.linear(functional.layer_norm(x, (d,)).double(), tokens.double(), bias.double())
    message = "the logits should be what your blocks give, one after the other, between the tables and norm and head"
    expect_close(logits(model, source, target), expected, 10 * rounding(expected), message, "logits")


def known_parts(
    model: RemoteModule, encoder: RemoteModule, decoder: RemoteModule, n_layers: int, d: int, of: Numbers
) -> tuple[Tensor, Tensor, Tensor] | None:
    """Give the model known values, all layers of a kind the same; returns tokens, positions and the head's bias.

    The token table and the head's matrix have one shape and get the same values, so that it does not matter which
    is which; the two norms stay as they are made. None where the model is not made of such parts.
    """
    parameters: Values = model.named_parameters()
    of_encoder: Values = drawn_like(encoder.named_parameters(), of)
    of_decoder: Values = drawn_like(decoder.named_parameters(), of)
    late = places(parameters, of_decoder)
    # A decoder block may hold all that an encoder block has.
    early = [place for place in places(parameters, of_encoder) if not place.startswith(tuple(late))]
    if len(late) != n_layers or len(early) != n_layers:
        return None
    values: Values = {}
    for place in early:
        values |= at(place, of_encoder)
    for place in late:
        values |= at(place, of_decoder)
    tables = {VOCAB * d: of.normal(VOCAB, d), MAX_LEN * d: of.normal(MAX_LEN, d), VOCAB: of.normal(VOCAB)}
    rest = {name: value for name, value in parameters.items() if name not in values}
    for name, value in rest.items():
        if value.numel() in tables and value.shape[-1] == tables[value.numel()].shape[-1]:
            values[name] = tables[value.numel()].reshape(value.shape)
        elif value.numel() != d or bool(((value != 0) & (value != 1)).any()):  # not a norm as it is made
            return None
    if sorted(value.numel() for value in rest.values() if value.numel() != d) != sorted([VOCAB * d, *tables]):
        return None  # a table or the head is missing, which their number shows
    load(encoder, of_encoder)
    load(decoder, of_decoder)
    load(model, values)
    return tables[VOCAB * d], tables[MAX_LEN * d], tables[VOCAB]


@after(model_reacts)
@settings(max_examples=3)
@given(sentences())
def test_encoder_decoder_never_looks_ahead(student: Student, case: Any) -> None:
    """A change of one target token shows in its own logits and in all later ones, and in no earlier ones."""
    d, h, n_layers, source, target, of = case
    model = model_of(student, d, h, n_layers)
    scrambled(model, of)
    B, T = target.shape
    before = logits(model, source, target)
    for position in range(T):
        changed = target.clone()
        changed[:, position] = other_tokens(target[:, position], of)
        moved = (logits(model, source, changed) - before).abs().amax(-1)  # (B, T)
        later = (torch.arange(T) >= position).expand(B, T)
        expect_influence(moved, later, before, f"position {position} of the target")


@after(source_matters)
@settings(max_examples=3)
@given(sentences(max_B=1))
def test_encoder_decoder_source_mask(student: Student, case: Any) -> None:
    """All logits see every source token that the mask allows, all without a mask, and none that it forbids."""
    d, h, n_layers, source, target, of = case
    model = model_of(student, d, h, n_layers)
    scrambled(model, of)
    (B, S), T = source.shape, target.shape[1]
    plain = logits(model, source, target)
    everything = logits(model, source, target, torch.ones(B, 1, 1, S, dtype=torch.bool))
    message = "a source_mask that allows everything should change nothing"
    expect_close(everything, plain, rounding(plain), message, "logits")
    mask = functional.pad(padding(of, B, S - 1), (0, 1))  # at least the last token is padding
    masked = logits(model, source, target, mask)
    for place in range(S):
        changed = source.clone()
        changed[:, place] = other_tokens(source[:, place], of)
        moved = (logits(model, changed, target, mask) - masked).abs().amax(-1)  # (B, T)
        sees = mask[:, 0, :, place].expand(B, T)
        expect_influence(moved, sees, masked, f"place {place} of the source")


@after(source_matters)
@settings(max_examples=3)
@given(sentences(min_length=3))
def test_encoder_decoder_knows_positions(student: Student, case: Any) -> None:
    """The order of the source matters, and equal tokens of the target give different logits at different positions."""
    d, h, n_layers, source, target, of = case
    model = model_of(student, d, h, n_layers)
    scrambled(model, of)
    source[:, 1] = other_tokens(source[:, 0], of)
    swapped = source.clone()
    swapped[:, [0, 1]] = source[:, [1, 0]]
    moved = (logits(model, swapped, target) - logits(model, source, target)).abs()
    message = "two different source tokens that change places should change the logits"
    expect(float(moved.max()) > MOVED, message, ("change of the logits", moved.float()))
    same = target[:, :1].expand(target.shape).contiguous()
    found = logits(model, source, same)
    spread = float((found - found[:, :1]).abs().max())
    message = "the same token at every position of the target should give different logits at each"
    expect(spread > MOVED, message, ("your logits", found.float()))


@after(model_reacts)
@settings(max_examples=3)
@given(sentences(min_B=2))
def test_encoder_decoder_each_pair_alone(student: Student, case: Any) -> None:
    """Each pair of source and target is treated as it is alone, with its own mask."""
    d, h, n_layers, source, target, of = case
    model = model_of(student, d, h, n_layers)
    scrambled(model, of)
    mask = padding(of, *source.shape)
    together = logits(model, source, target, mask)
    for index in range(len(source)):
        one = slice(index, index + 1)
        found = logits(model, source[one], target[one], mask[one])
        message = f"pair {index} of the batch should be treated as it is alone"
        expected = together[index : index + 1]
        expect_close(found, expected, rounding(together), message, "logits for the pair alone")
