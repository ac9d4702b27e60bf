"""Forbid the last token of the memory, change it, and look at the result."""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("decoder_block_memory_mask",)


class DecoderBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend_self = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.attend_memory = MultiHeadAttention(d_model, n_heads)
        self.norm_3 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, memory, memory_mask=None):
        T = x.shape[1]
        causal = torch.ones(T, T, dtype=torch.bool).tril()
        x = x + self.attend_self(self.norm_1(x), mask=causal)
        x = x + self.attend_memory(self.norm_2(x), kv=memory)  # fault: without the mask
        return x + self.feed(self.norm_3(x))
