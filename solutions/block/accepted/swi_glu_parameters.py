"""nn.Parameter matrices, and SiLU from the sigmoid."""

import torch
from torch import nn


class SwiGLU(nn.Module):
    def __init__(self, d_model, d_hidden):
        super().__init__()
        self.W1 = nn.Parameter(torch.randn(d_model, d_hidden) * d_model**-0.5)
        self.W2 = nn.Parameter(torch.randn(d_hidden, d_model) * d_hidden**-0.5)
        self.W3 = nn.Parameter(torch.randn(d_model, d_hidden) * d_model**-0.5)

    def forward(self, x):
        z = x @ self.W1
        return (z * torch.sigmoid(z) * (x @ self.W3)) @ self.W2
