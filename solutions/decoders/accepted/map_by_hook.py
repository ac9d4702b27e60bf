"""Catches the weights with a hook."""

import torch
from reference import MultiHeadAttention


def attention_map(model, x):
    caught = []
    hooks = [
        module.register_forward_hook(lambda module, inputs, output: caught.append(module.last_weights))
        for module in model.modules()
        if isinstance(module, MultiHeadAttention)
    ]
    model.eval()
    model(x)
    for hook in hooks:
        hook.remove()
    return torch.einsum("bhij->bij", caught[-1]) / caught[-1].shape[1]
