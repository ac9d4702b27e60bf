"""Tensors on the wire: a head (dtype, shape, perhaps strides) in the message, the raw bytes behind it.

A tensor's bytes are in the machine's order, since both ends live on one machine.
"""

import math
import struct
from collections.abc import Sequence

import numpy
import torch
from torch import Tensor

from .wire import MAX_FRAME, TooLarge, WireError

MAX_NDIM = 12
MAX_TENSORS = 10_000  # in one frame

DTYPES = (
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.int16,
    torch.int8,
    torch.uint8,
    torch.bool,
    torch.complex64,
    torch.complex128,
)
# The same in NumPy, which lays a shape over bytes in half the time. It has no bfloat16: two bytes each.
NUMPY_DTYPES = tuple(
    numpy.dtype("int16" if dtype is torch.bfloat16 else str(dtype).removeprefix("torch.")) for dtype in DTYPES
)
NUMBERS = tuple(struct.Struct(f"<{count}q") for count in range(2 * MAX_NDIM + 1))  # of a shape, perhaps with strides
CODE_OF = {dtype: code for code, dtype in enumerate(DTYPES)}


def can_travel(tensor: Tensor) -> bool:
    """Whether the wire has a form for this tensor, whatever its size in bytes."""
    return (
        tensor.layout is torch.strided
        and tensor.is_cpu
        and tensor.dtype in CODE_OF
        and tensor.dim() <= MAX_NDIM
        and _volume(tensor.shape) <= MAX_FRAME
    )


def _volume(shape: Sequence[int]) -> int:
    """The number of elements, with empty axes counted as 1: torch multiplies sizes and must not overflow."""
    return math.prod(shape) or math.prod(max(size, 1) for size in shape)


class TensorWriter:
    """Collects the raw bytes of a message's tensors, in the order in which their heads are written."""

    def __init__(self, *, keep_layout: bool) -> None:
        self._keep_layout = keep_layout
        self.size = 0  # bytes of all pieces
        self.pieces: list[memoryview] = []

    def head(self, tensor: Tensor) -> bytes:
        """The head of a tensor whose bytes are taken. Raises TooLarge."""
        shape = tuple(tensor.shape)
        if len(shape) > MAX_NDIM or tensor.dtype not in CODE_OF:
            raise TypeError(f"a tensor with {len(shape)} axes of {tensor.dtype} can't be sent")
        strided = self._keep_layout and tensor.numel() > 0 and not tensor.is_contiguous()
        numbers = (*shape, *tensor.stride()) if strided else shape
        if strided:
            tensor = tensor.as_strided((_extent(shape, tensor.stride()),), (1,))
        self._take(tensor)
        return bytes((CODE_OF[tensor.dtype], strided, len(shape))) + NUMBERS[len(numbers)].pack(*numbers)

    def _take(self, tensor: Tensor) -> None:
        self.size += tensor.numel() * tensor.itemsize  # before an expanded tensor is written out
        if self.size > MAX_FRAME:
            raise TooLarge(f"{self.size:,} bytes of tensors, more than the {MAX_FRAME:,} that can be sent")
        if tensor.dtype is torch.bfloat16:
            tensor = tensor.detach().view(torch.int16)
        values = tensor.numpy(force=True)  # without gradients, and with pending conjugations done
        self.pieces.append(numpy.ascontiguousarray(values).data)


class TensorReader:
    """Rebuilds tensors from their heads and the bytes behind the message, in the order they were written."""

    def __init__(self, data: bytes, *, strided: bool) -> None:
        self._data = memoryview(data)
        self._start = 0  # of the bytes that belong to no tensor yet
        self._strided = strided
        self._count = 0

    def tensor(self, head: bytes) -> Tensor:
        """The next tensor. Raises WireError for anything but exactly one well-formed tensor."""
        self._count += 1
        if self._count > MAX_TENSORS:
            raise WireError(f"more than {MAX_TENSORS:,} tensors")
        if len(head) < 3:
            raise WireError("a tensor without a head")
        code, strided, ndim = head[:3]
        fields = 2 * ndim if strided else ndim
        if code >= len(DTYPES) or strided > self._strided or ndim > MAX_NDIM or len(head) != 3 + 8 * fields:
            raise WireError("a tensor's head is malformed")
        numbers = NUMBERS[fields].unpack_from(head, 3)
        shape, strides = numbers[:ndim], numbers[ndim:]
        if (numbers and min(numbers) < 0) or _volume(shape) > MAX_FRAME:
            raise WireError("a tensor's sizes are out of range")
        if 0 in shape:
            return torch.empty(shape, dtype=DTYPES[code])
        if strided:
            return self._take((_extent(shape, strides),), code).as_strided(shape, strides)
        return self._take(shape, code)

    def _take(self, shape: tuple[int, ...], code: int) -> Tensor:
        start = self._start
        self._start += math.prod(shape) * NUMPY_DTYPES[code].itemsize
        if self._start > len(self._data):
            raise WireError("a tensor's bytes are missing")
        raw = bytearray(self._data[start : self._start])  # a copy: the tensor may be written to
        if DTYPES[code] is torch.bool and raw.translate(None, b"\0\1"):
            raise WireError("a boolean that is neither 0 nor 1")
        tensor = torch.from_numpy(numpy.ndarray(shape, NUMPY_DTYPES[code], raw))
        return tensor.view(torch.bfloat16) if DTYPES[code] is torch.bfloat16 else tensor

    def finish(self) -> None:
        """Raise WireError if bytes are left that belong to no tensor."""
        if self._start < len(self._data):
            raise WireError("bytes that belong to no tensor")


def _extent(shape: Sequence[int], strides: Sequence[int]) -> int:
    """How many elements of storage a tensor without empty axes reaches over."""
    return 1 + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
