"""Call it as the contract does: block(x, memory, memory_mask=mask)."""

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

    def forward(self, x, memory, mask=None):  # fault: the contract calls it memory_mask
        T = x.shape[1]
        causal = torch.ones(T, T, dtype=torch.bool).tril()
        x = x + self.attend_self(self.norm_1(x), mask=causal)
        x = x + self.attend_memory(self.norm_2(x), kv=memory, mask=mask)
        return x + self.feed(self.norm_3(x))
