"""Counted in four linear layers without memory."""

from torch import nn


def mha_parameters(d_model):
    layers = [nn.Linear(d_model, d_model, device="meta") for _ in range(4)]
    return sum(parameter.numel() for layer in layers for parameter in layer.parameters())
