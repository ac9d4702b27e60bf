"""Scores as einsum, and the Jacobian written out."""

import torch


def jacobian_of(a):
    return torch.diag_embed(a) - torch.einsum("si,sj->sij", a, a)


def score_stats(d_k, n_samples=4000, n_keys=8):
    q = torch.randn(n_samples, 1, d_k)
    k = torch.randn(n_samples, n_keys, d_k)
    raw = torch.einsum("sd,snd->sn", q[:, 0], k)
    a, a_scaled = raw.softmax(1), (raw * d_k**-0.5).softmax(1)
    return {
        "score_std": float(raw.std()),
        "max_weight": float(a.max(1)[0].mean()),
        "max_weight_scaled": float(a_scaled.max(1)[0].mean()),
        "jacobian_norm": float(torch.linalg.matrix_norm(jacobian_of(a)).mean()),
        "jacobian_norm_scaled": float(torch.linalg.matrix_norm(jacobian_of(a_scaled)).mean()),
    }
