"""Print score_std for several d_k beside √d_k.

Of which scores is it to be the standard deviation?
"""

import math

import torch

FAILS = ("score_stats_score_std",)


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    raw = (q @ k.transpose(1, 2)).squeeze(1)  # (n_samples, n_keys)
    stats = {}
    for suffix, scores in [("", raw), ("_scaled", raw / math.sqrt(d_k))]:
        stats["score_std"] = scores.std().item()  # fault: the second round overwrites the first
        a = scores.softmax(dim=-1)
        jac = torch.diag_embed(a) - a.unsqueeze(-1) * a.unsqueeze(-2)
        stats["max_weight" + suffix] = a.max(dim=-1).values.mean().item()
        stats["jacobian_norm" + suffix] = jac.norm(dim=(-2, -1)).mean().item()
    return stats
