"""Call it with two sequences and a memory_mask of shape (2, 1, 1, S) that differs between them."""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "decoder_block_memory_mask",
    "decoder_block_each_sequence_alone",
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
        if memory_mask is not None and memory_mask.dim() == 4:
            memory_mask = memory_mask[0]  # fault: the first sequence's mask for all
        T = x.shape[1]
        causal = torch.ones(T, T, dtype=torch.bool).tril()
        x = x + self.attend_self(self.norm_1(x), mask=causal)
        x = x + self.attend_memory(self.norm_2(x), kv=memory, mask=memory_mask)
        return x + self.feed(self.norm_3(x))
