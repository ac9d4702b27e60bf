"""Both attentions written into the block, with nn.Parameter matrices of a layout of its own."""

import math

import torch
from torch import nn


class DecoderBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.h = n_heads
        self.self_w = nn.Parameter(torch.randn(4, d_model, d_model) * d_model**-0.5)
        self.self_b = nn.Parameter(torch.zeros(4, d_model))
        self.cross_w = nn.Parameter(torch.randn(4, d_model, d_model) * d_model**-0.5)
        self.cross_b = nn.Parameter(torch.zeros(4, d_model))
        self.ln1, self.ln2, self.ln3 = (nn.LayerNorm(d_model) for _ in range(3))
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))

    def mha(self, w, b, x, kv, mask):
        q, k, v = ((z @ w[i] + b[i]).unflatten(-1, (self.h, -1)).transpose(1, 2) for i, z in enumerate((x, kv, kv)))
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(mask.logical_not(), float("-inf"))
        return (scores.softmax(-1) @ v).transpose(1, 2).flatten(2) @ w[3] + b[3]

    def forward(self, x, memory, memory_mask=None):
        T = x.shape[1]
        n = self.ln1(x)
        x = x + self.mha(self.self_w, self.self_b, n, n, torch.ones(T, T).tril().bool())
        x = x + self.mha(self.cross_w, self.cross_b, self.ln2(x), memory, memory_mask)
        return x + self.ffn(self.ln3(x))
