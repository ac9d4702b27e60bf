"""Print a.sum(-1) for your weights.

Which axis holds the keys that compete with one another?
"""

import math

import torch

FAILS = ("score_stats_jacobian_norm", "score_stats_max_weight")
USELESS = "none of the statistics is of what was asked"


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    raw = (q @ k.transpose(1, 2)).squeeze(1)  # (n_samples, n_keys)
    stats = {"score_std": raw.std().item()}
    for suffix, scores in [("", raw), ("_scaled", raw / math.sqrt(d_k))]:
        a = scores.softmax(dim=0)  # fault: over the samples
        jac = torch.diag_embed(a) - a.unsqueeze(-1) * a.unsqueeze(-2)
        stats["max_weight" + suffix] = a.max(dim=-1).values.mean().item()
        stats["jacobian_norm" + suffix] = jac.norm(dim=(-2, -1)).mean().item()
    return stats
