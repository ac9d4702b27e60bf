"""A causal mask for 512 positions, made once and cut to length."""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn


class DecoderBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.register_buffer("causal", torch.tril(torch.ones(1, 1, 512, 512, dtype=torch.bool)))
        self.ln = nn.ModuleList([nn.LayerNorm(d_model) for _ in range(3)])
        self.cross_attention = MultiHeadAttention(d_model, n_heads)
        self.self_attention = MultiHeadAttention(d_model, n_heads)
        self.ffn = FeedForward(d_model)

    def forward(self, x, memory, memory_mask=None):
        T = x.shape[1]
        x = x + self.self_attention(self.ln[0](x), mask=self.causal[:, :, :T, :T])
        x = x + self.cross_attention(self.ln[1](x), kv=memory, mask=memory_mask)
        return x + self.ffn(self.ln[2](x))
