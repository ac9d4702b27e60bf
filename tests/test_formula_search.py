"""The formula is found in modules of any known layout, and not in modules that do something else."""

import math

import pytest
import torch
from torch import Tensor, nn

from autograder.hidden_tests.formula_search import fit_output, fit_weights, read

D, H = 20, 5
E = D // H
BIASES = {"b1": (D,), "b2": (D,), "b3": (D,), "b4": (D,)}
LAYOUTS: dict[str, dict[str, tuple[int, ...]]] = {
    "four matrices": {"q": (D, D), "k": (D, D), "v": (D, D), "o": (D, D)},
    "fused": {"qkv": (3 * D, D), "o": (D, D)},
    "fused, inputs first": {"qkv": (D, 3 * D), "o": (D, D)},
    "query and fused kv": {"q": (D, D), "kv": (2 * D, D), "o": (D, D)},
    "stacked": {"all": (4, D, D)},
    "convolution": {"qkv": (3 * D, D, 1), "o": (D, D, 1)},
    "heads first": {"q": (H, D, E), "k": (H, D, E), "v": (H, D, E), "o": (H, E, D)},
    "heads between": {"qkv": (3, H, E, D), "o": (D, H, E)},
    "list of heads": {f"{i}.{name}": (E, D) for i in range(H) for name in "qkv"} | {"o": (D, D)},
    "list of fused heads": {f"{i}": (3 * E, D) for i in range(H)} | {"o": (D, D)},
}


@pytest.mark.parametrize("shapes", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_known_layouts_are_read(shapes: dict[str, tuple[int, ...]]) -> None:
    """Four projections and their biases are found, and readings cover every number."""
    readings = read(shapes | BIASES, D, H)
    assert readings.complete
    assert readings.bias_names == set(BIASES)
    assert len(readings.matrices) >= 4
    positions = torch.cat([readings.matrices.flatten(), readings.inner_biases.flatten()]).unique()
    assert positions.tolist() == list(range(4 * D * D + 4 * D))


def test_unknown_layouts_are_named() -> None:
    """One vector of everything can't be read: nothing is verified about it."""
    readings = read({"theta": (4 * D * D + 4 * D,)}, D, H)
    assert readings.unread == ("theta",)
    assert not readings.complete


@pytest.fixture
def layer() -> nn.MultiheadAttention:
    """PyTorch's own, with random numbers and no biases."""
    torch.manual_seed(0)
    layer = nn.MultiheadAttention(D, H, batch_first=True)
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.copy_(torch.randn(parameter.shape) / math.sqrt(D) * (parameter.dim() > 1))
    return layer


def values_of(module: nn.Module) -> Tensor:
    """All numbers end to end."""
    return torch.cat([parameter.detach().double().flatten() for parameter in module.parameters()])


def shapes_of(module: nn.Module) -> dict[str, tuple[int, ...]]:
    """The shapes by name."""
    return {name: tuple(parameter.shape) for name, parameter in module.named_parameters()}


def test_the_formula_is_found_in_pytorchs_own_layer(layer: nn.MultiheadAttention) -> None:
    """Queries are the first rows of its fused matrix, keys the next, values the last, and the scale is 1/√d_head."""
    readings, values = read(shapes_of(layer), D, H), values_of(layer)
    x = torch.randn(1, 4, D)
    out, weights = layer(x[:, :1], x[:, :1], x[:, :1])[0], layer(x, x, x, average_attn_weights=False)[1]
    looking = fit_weights(readings, values, x.double(), weights.detach().double())
    finding = fit_output(readings, values, x[:, 0].double(), out[:, 0].detach().double())
    assert looking is not None
    assert finding is not None
    assert looking.error < 1e-4
    assert finding.error < 1e-4
    assert looking.scale == pytest.approx(1 / math.sqrt(E), rel=1e-4)
    assert not looking.reshaped
    blocks = [fit.flatten().sort().values for fit in (looking.first, looking.second, finding.first, finding.second)]
    assert [int(block[0]) // D**2 for block in blocks[:3]] == [0, 1, 2]
    assert len(torch.cat(blocks).unique()) == 4 * D * D


def test_one_projection_for_two_purposes_is_not_the_formula(layer: nn.MultiheadAttention) -> None:
    """Keys that are queries are off by far: the nearest of all readings does not come near."""
    readings, values = read(shapes_of(layer), D, H), values_of(layer)
    x = torch.randn(1, 4, D)
    queries = (x @ layer.in_proj_weight[:D].T).unflatten(-1, (H, E)).transpose(1, 2)
    weights = (queries @ queries.mT / math.sqrt(E)).softmax(-1)
    fit = fit_weights(readings, values, x.double(), weights.detach().double())
    assert fit is not None
    assert fit.error > 0.1


def test_heads_cut_without_a_transpose_are_recognized(layer: nn.MultiheadAttention) -> None:
    """The formula is found behind the wrong reshape, and the fit says so."""
    readings, values = read(shapes_of(layer), D, H), values_of(layer)
    x = torch.randn(1, 4, D)
    queries, keys = (x @ matrix.T for matrix in layer.in_proj_weight.split(D)[:2])
    weights = (queries.reshape(1, H, 4, E) @ keys.reshape(1, H, 4, E).mT).softmax(-1)
    fit = fit_weights(readings, values, x.double(), weights.detach().double())
    assert fit is not None
    assert fit.error < 1e-4
    assert fit.reshaped
