"""The samples from PyTorch, the statistics in NumPy: a deviation over N instead of N − 1, NumPy numbers."""

import numpy as np
import torch


def statistics(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    a = e / e.sum(axis=-1, keepdims=True)
    jacobian = a[:, :, None] * (np.eye(a.shape[-1]) - a[:, None, :])
    return a.max(axis=-1).mean(), np.sqrt((jacobian**2).sum(axis=(1, 2))).mean()


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k).numpy()
    k = torch.randn(n_samples, n_keys, d_k).numpy()
    scores = (q * k).sum(axis=-1)
    max_weight, jacobian_norm = statistics(scores)
    max_weight_scaled, jacobian_norm_scaled = statistics(scores / np.sqrt(d_k))
    return {
        "score_std": scores.std(),
        "max_weight": max_weight,
        "max_weight_scaled": max_weight_scaled,
        "jacobian_norm": jacobian_norm,
        "jacobian_norm_scaled": jacobian_norm_scaled,
    }
