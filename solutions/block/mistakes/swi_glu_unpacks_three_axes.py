"""Call it with a tensor of shape (d,) and with one of shape (2, 3, 5, d)."""

from torch import nn

FAILS = ("swi_glu_each_vector_alone",)


class SwiGLU(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.value = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x):
        B, T, d = x.shape  # fault: right with two leading axes only
        return self.down(nn.functional.silu(self.gate(x)) * self.value(x)).view(B, T, d)
