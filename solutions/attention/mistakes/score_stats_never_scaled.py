"""Print max_weight and max_weight_scaled for d_k = 64.

Should they be equal?
"""

import math

import torch

FAILS = ("score_stats_scaling",)


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    raw = (q @ k.transpose(1, 2)).squeeze(1)  # (n_samples, n_keys)
    scaled = raw / math.sqrt(d_k)
    stats = {"score_std": raw.std().item()}
    for suffix, _scores in [("", raw), ("_scaled", scaled)]:
        a = raw.softmax(dim=-1)  # fault: the raw scores in both rounds
        jac = torch.diag_embed(a) - a.unsqueeze(-1) * a.unsqueeze(-2)
        stats["max_weight" + suffix] = a.max(dim=-1).values.mean().item()
        stats["jacobian_norm" + suffix] = jac.norm(dim=(-2, -1)).mean().item()
    return stats
