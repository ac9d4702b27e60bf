"""Overwrites its result at each module that has weights, and averages by hand."""

import torch


def attention_map(model, x):
    with torch.no_grad():
        _ = model(x)
    found = None
    for _name, module in model.named_modules():
        found = getattr(module, "last_weights", found)
    B, h, T, _ = found.shape
    result = torch.zeros(B, T, T)
    for head in range(h):
        result += found[:, head] / h
    return result
