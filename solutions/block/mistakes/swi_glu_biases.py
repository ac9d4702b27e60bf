"""Print the parameters of the module."""

from torch import nn

FAILS = ("swi_glu_parameter_count",)


class SwiGLU(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden)  # fault: no biases
        self.value = nn.Linear(d_model, d_hidden)
        self.down = nn.Linear(d_hidden, d_model)

    def forward(self, x):
        return self.down(nn.functional.silu(self.gate(x)) * self.value(x))
