"""Inputs of blocks, the student's modules, and what rounding explains."""

from typing import Any

from hypothesis import strategies as st
from torch import Tensor
from torch.nn import functional

from autograder.hidden_tests.drawing import Numbers, numbers
from autograder.hidden_tests.expectations import Unmet, expect, expect_tensor
from autograder.student import NotImplementedByStudent, RemoteFunction, RemoteModule, StudentRaised

Values = dict[str, Tensor]  # parameters by name

# d and the number of heads: 2d, 3d and 4d are no other size, and no length is d.
widths = st.sampled_from([(6, 2), (8, 2), (5, 1), (9, 3), (8, 4)])


@st.composite
def streams(draw: st.DrawFn, min_B: int = 1, min_T: int = 2) -> tuple[int, int, Tensor, Numbers]:
    """d, the number of heads, a stream x (B, T, d) with B ≠ T, and the numbers for more."""
    d, h = draw(widths)
    T, of = draw(st.integers(min_T, 4)), draw(numbers)
    B = draw(st.integers(min_B, 3).filter(lambda size: size != T))
    return d, h, of.normal(B, T, d), of


def built(make: RemoteFunction, *args: Any, **kwargs: Any) -> RemoteModule:
    """A module of the student's, in evaluation mode: what training mode adds has criteria of its own."""
    module = make(*args, **kwargs)
    if not isinstance(module, RemoteModule):
        raise Unmet(f"{make._name} should be a class of modules (nn.Module)")
    module.eval()
    return module


def alone(make: RemoteFunction, *args: Any) -> RemoteModule | None:
    """A smaller module of the student's by itself, or None where there is none to be had."""
    try:
        return built(make, *args)
    except (NotImplementedByStudent, StudentRaised, Unmet):
        return None


def load(module: RemoteModule, values: Values) -> None:
    """Give these parameters these values; all others stay."""
    module.load_state_dict(values, False)


def drawn_like(parameters: Values, of: Numbers, scale: float = 0.5) -> Values:
    """Random values in the shapes of `parameters`."""
    return {name: of.normal(*value.shape, scale=scale).to(value.dtype) for name, value in parameters.items()}


def scrambled(module: RemoteModule, of: Numbers) -> Values:
    """Set all parameters of a new module to random values; returns them by name.

    They are small, and scales of norms stay about 1, so that no softmax makes up its mind: what may have an influence
    has one that shows.
    """
    parameters: Values = module.named_parameters()
    expect(bool(parameters), "the module has no trainable parameters")
    values = drawn_like(parameters, of, scale=0.3)
    for name, value in parameters.items():
        if bool((value == 1).all()):
            values[name] += 1
    load(module, values)
    return values


def normalised(x: Tensor) -> Tensor:
    """Each vector of x with mean 0 and variance 1: what a LayerNorm leaves as it is.

    With hardly any ε, which would leave vectors of small variance shorter.
    """
    return functional.layer_norm(x.double(), x.shape[-1:], eps=1e-12).float()


def of_shape(value: Any, x: Tensor, what: str = "the result") -> Tensor:
    """A returned value in float64, after a look at its form: the same shape as x.

    Axes of size 1 too many or too few are let pass: the criterion about the shape charges them.
    """
    tensor = expect_tensor(value, None, what)
    if [size for size in tensor.shape if size != 1] == [size for size in x.shape if size != 1]:
        return tensor.double().reshape(x.shape)
    return expect_tensor(tensor, x.shape, what)


def rounding(*values: Tensor) -> float:
    """A block is a chain of some ten sums of up to 50 terms in float32, each off by a few eps of its largest term:
    about 1e-5 of the largest number. Ten times that, since terms cancel; wrong formulas are off by far more."""
    return 1e-4 * (1 + max(float(value.abs().max()) for value in values))


# The least that a changed input must change, where it must change something. In 16,000 changes of a right block's input
# the smallest effect was 17 times that.
MOVED = 1e-4


def leak(result: Tensor) -> float:
    """The most that a changed input may change where it must not: 32 ulp, though masked weights are exactly 0."""
    return 4e-6 * (1 + float(result.abs().max()))
