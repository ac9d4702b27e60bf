"""Count the matrices of the formula."""

from torch import nn

FAILS = ("swi_glu_parameter_count",)


class SwiGLU(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)  # fault: the gate and what it lets through differ
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x):
        z = self.gate(x)
        return self.down(nn.functional.silu(z) * z)
