"""Print the mean and the standard deviation of your q and k.

What does the variance argument assume of them?
"""

import math

import torch

FAILS = ("score_stats_jacobian_norm", "score_stats_max_weight", "score_stats_score_std")
USELESS = "none of the statistics is of what was asked"


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.rand(n_samples, 1, d_k)  # fault: uniform from 0 to 1
    k = torch.rand(n_samples, n_keys, d_k)
    raw = (q @ k.transpose(1, 2)).squeeze(1)  # (n_samples, n_keys)
    stats = {"score_std": raw.std().item()}
    for suffix, scores in [("", raw), ("_scaled", raw / math.sqrt(d_k))]:
        a = scores.softmax(dim=-1)
        jac = torch.diag_embed(a) - a.unsqueeze(-1) * a.unsqueeze(-2)
        stats["max_weight" + suffix] = a.max(dim=-1).values.mean().item()
        stats["jacobian_norm" + suffix] = jac.norm(dim=(-2, -1)).mean().item()
    return stats
