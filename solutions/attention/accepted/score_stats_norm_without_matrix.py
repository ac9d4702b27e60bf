"""The norm from the weights alone, with no matrix: Σ α_i² (1 − 2α_i) + (Σ α_i²)²."""

import math

import torch


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    scores = (q @ k.mT).flatten(1)
    result = {"score_std": scores.var().sqrt().item()}
    for name, divisor in {"": 1.0, "_scaled": math.sqrt(d_k)}.items():
        a = torch.softmax(scores / divisor, dim=-1).double()
        squared = (a**2 * (1 - 2 * a)).sum(-1) + (a**2).sum(-1) ** 2
        result[f"max_weight{name}"] = a.amax(-1).mean().item()
        result[f"jacobian_norm{name}"] = squared.clamp(min=0).sqrt().mean().item()
    return result
