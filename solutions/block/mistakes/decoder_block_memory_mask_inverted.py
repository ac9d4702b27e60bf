"""Forbid the last token of the memory, change it, and look at the result.

Then change another one.
"""

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
        blocked = None if memory_mask is None else ~memory_mask  # fault: True = may attend on both sides
        x = x + self.attend_memory(self.norm_2(x), kv=memory, mask=blocked)
        return x + self.feed(self.norm_3(x))
