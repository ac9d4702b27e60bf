"""Compare your nonlinearity with F.gelu at −2.

Which of the approximations does the contract allow?
"""

from torch import nn

FAILS = ("feed_forward_matches_formula",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        z = self.up(x)
        return self.down(z * (1.702 * z).sigmoid())  # fault: a coarser approximation than the one by tanh
