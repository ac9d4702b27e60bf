"""Doing once, in the zygote, what is slow the first time, so that no child has to."""

import ctypes

import torch
import torch.utils.data
from IPython.core.interactiveshell import InteractiveShell

CELLS = (
    "import math\nmath.pi",
    "def f(x):\n    return 1 / x\n\nf(0)",  # a traceback reads source lines
    "print(",
    "%time None",
)

HUGE_PAGE = 2 << 20  # bytes
MADV_COLLAPSE = 25  # of madvise(2), since Linux 6.1


def up(shell: InteractiveShell) -> None:
    """Run a little of everything that notebooks use, then forget it."""
    torch.set_num_threads(1)
    _train()
    _operate()
    for source in CELLS:
        shell.run_cell(source, store_history=False)
    shell.reset(new_session=False)


def _train() -> None:
    """Autograd, and optimizers: the first step alone imports modules for seconds."""
    x = torch.randn(2, 3, 8)
    layer = torch.nn.TransformerEncoderLayer(8, 2, dim_feedforward=8, batch_first=True)
    for optimizer in (torch.optim.AdamW(layer.parameters()), torch.optim.SGD(layer.parameters(), lr=0.1)):
        torch.autograd.backward(torch.nn.functional.mse_loss(layer(x), x))
        optimizer.step()
        optimizer.zero_grad()
    layer.load_state_dict(layer.state_dict())
    for _ in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x), batch_size=2, shuffle=True):
        pass


def _operate() -> None:
    """Operations of the course, and printing of tensors."""
    x = torch.randn(2, 3, 8, requires_grad=True)
    weights = torch.einsum("bik,bjk->bij", x, x).masked_fill(torch.ones(3, 3).tril() == 0, -torch.inf).softmax(-1)
    torch.autograd.grad((weights @ x).sum(), x)
    torch.func.jacrev(torch.sin)(torch.ones(2))
    torch.nn.functional.scaled_dot_product_attention(x, x, x)
    torch.nn.functional.cross_entropy(torch.zeros(2, 4), torch.zeros(2, dtype=torch.long))
    torch.nn.Embedding(4, 4)(torch.tensor([1]))
    torch.polar(torch.ones(2), torch.ones(2))
    torch.testing.assert_close(x, x)
    repr((x, weights))


def gather_memory() -> None:
    """Put this process's own memory into huge pages: a fork copies a list of pages, and this makes it short.

    Takes a fifth of a second, once. A system that can't do it refuses, and forks as it always did.
    """
    try:
        with open("/proc/self/maps") as file:
            regions = [line.split() for line in file]
    except OSError:
        return
    madvise = ctypes.CDLL(None).madvise
    for addresses, permissions, _, _, _, *name in regions:
        if "w" not in permissions or name not in ([], ["[heap]"]):
            continue
        start, end = (int(address, 16) for address in addresses.split("-"))
        start, end = -(-start // HUGE_PAGE) * HUGE_PAGE, end // HUGE_PAGE * HUGE_PAGE
        if start < end:
            madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), MADV_COLLAPSE)
