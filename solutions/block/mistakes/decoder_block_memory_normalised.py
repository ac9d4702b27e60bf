"""Multiply the memory by 3 and compare the results.

Whose norm has the memory been through already?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("decoder_block_cross_attention_step",)


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
        x = x + self.attend_memory(self.norm_2(x), kv=self.norm_2(memory), mask=memory_mask)  # fault: read it as it is
        return x + self.feed(self.norm_3(x))
