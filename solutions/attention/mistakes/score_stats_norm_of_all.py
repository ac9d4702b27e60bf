"""Run it with 10 and with 4000 samples and compare jacobian_norm.

Of how many matrices do you take the norm at once?
"""

import math

import torch

FAILS = ("score_stats_jacobian_norm",)


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    raw = (q @ k.transpose(1, 2)).squeeze(1)  # (n_samples, n_keys)
    stats = {"score_std": raw.std().item()}
    for suffix, scores in [("", raw), ("_scaled", raw / math.sqrt(d_k))]:
        a = scores.softmax(dim=-1)
        jac = torch.diag_embed(a) - a.unsqueeze(-1) * a.unsqueeze(-2)
        stats["max_weight" + suffix] = a.max(dim=-1).values.mean().item()
        stats["jacobian_norm" + suffix] = jac.norm().item()  # fault: one norm of all samples together
    return stats
