"""One key after the other in Python, the largest score taken off first."""

import torch


def soft_lookup(query, keys, values, sharpness=1.0):
    scores = torch.stack([sharpness * torch.dot(key, query) for key in keys])
    exponentials = [torch.exp(score - scores.max()) for score in scores]
    total = sum(exponentials)
    weights = [exponential / total for exponential in exponentials]
    output = torch.zeros_like(values[0])
    for weight, value in zip(weights, values, strict=True):
        output = output + weight * value
    return output, torch.stack(weights)
