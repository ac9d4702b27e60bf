"""Work out the example of the contract by hand.

Is your gate SiLU?
"""

from torch import nn

FAILS = ("swi_glu_matches_formula",)


class SwiGLU(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.value = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x):
        return self.down(self.gate(x).sigmoid() * self.value(x))  # fault: the gate of a plain GLU
