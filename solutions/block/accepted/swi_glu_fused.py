"""W₁ and W₃ in one layer, split afterwards."""

from torch import nn


class SwiGLU(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.w13 = nn.Linear(d_model, 2 * d_hidden, bias=False)
        self.w2 = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x):
        gate, value = self.w13(x).chunk(2, dim=-1)
        return self.w2(nn.functional.silu(gate) * value)
