"""Two helpers in the style of einops, named for what they do."""

from reference import attention
from torch import nn


def b_t_he_to_b_h_t_e(x, h):
    b, t, he = x.shape
    return x.reshape(b, t, h, he // h).permute(0, 2, 1, 3)


def b_h_t_e_to_b_t_he(x):
    b, h, t, e = x.shape
    return x.permute(0, 2, 1, 3).reshape(b, t, h * e)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError("d_model must be a multiple of n_heads")
        self.h, self.d_head = n_heads, d_model // n_heads
        self.project_q, self.project_k, self.project_v, self.combine = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x, kv=None, mask=None):
        kv = x if kv is None else kv
        q = b_t_he_to_b_h_t_e(self.project_q(x), self.h)
        k = b_t_he_to_b_h_t_e(self.project_k(kv), self.h)
        v = b_t_he_to_b_h_t_e(self.project_v(kv), self.h)
        out, weights = attention(q, k, v, mask)
        self.last_weights = weights.detach()
        return self.combine(b_h_t_e_to_b_t_he(out))
