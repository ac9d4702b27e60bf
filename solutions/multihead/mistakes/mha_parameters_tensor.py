"""Print type() of what you return."""

import torch
from torch import nn

FAILS = ("mha_parameters_is_an_integer",)
USELESS = "a wrong number is of no use"


def mha_parameters(d_model):
    layers = [nn.Linear(d_model, d_model) for _ in range(4)]
    return torch.tensor([p.numel() for layer in layers for p in layer.parameters()]).sum()  # fault: a tensor
