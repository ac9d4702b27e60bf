"""Print the standard deviation of your scaled scores for d_k = 4, 16 and 64.

What should the scaling make of it?
"""

import torch

FAILS = ("score_stats_scaling",)


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    raw = (q @ k.transpose(1, 2)).squeeze(1)  # (n_samples, n_keys)
    stats = {"score_std": raw.std().item()}
    for suffix, scores in [("", raw), ("_scaled", raw / d_k)]:  # fault: d_k for √d_k
        a = scores.softmax(dim=-1)
        jac = torch.diag_embed(a) - a.unsqueeze(-1) * a.unsqueeze(-2)
        stats["max_weight" + suffix] = a.max(dim=-1).values.mean().item()
        stats["jacobian_norm" + suffix] = jac.norm(dim=(-2, -1)).mean().item()
    return stats
