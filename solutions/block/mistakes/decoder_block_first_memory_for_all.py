"""Call it with two sequences and two memories, change the first memory, and look at the second result."""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "decoder_block_each_sequence_alone",
    "decoder_block_cross_attention_step",
)


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
        first = memory[:1].expand_as(memory)  # fault: each sequence has its own memory
        x = x + self.attend_memory(self.norm_2(x), kv=first, mask=memory_mask)
        return x + self.feed(self.norm_3(x))
