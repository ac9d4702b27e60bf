"""One sample after the other, with lists of numbers."""

import math
import statistics

import torch


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    scores, results = [], {"": [], "_scaled": []}
    for i in range(n_samples):
        raw = k[i] @ q[i, 0]  # (n_keys,)
        scores += raw.tolist()
        for name, divisor in (("", 1.0), ("_scaled", math.sqrt(d_k))):
            a = (raw / divisor).softmax(0)
            J = torch.diag(a) - torch.outer(a, a)
            results[name].append((a.max().item(), J.norm().item()))
    stats = {"score_std": statistics.pstdev(scores)}
    for name, pairs in results.items():
        stats["max_weight" + name] = statistics.fmean(weight for weight, _ in pairs)
        stats["jacobian_norm" + name] = statistics.fmean(norm for _, norm in pairs)
    return stats
