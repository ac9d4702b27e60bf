"""Add 7 to all components of x.

Should that change what a sublayer adds?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = ("decoder_block_reads_a_normalised_copy",)


class Norm(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.scale, self.shift = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))

    def forward(self, x):
        std = x.std(-1, keepdim=True, correction=0)
        return self.scale * x / (std + 1e-6) + self.shift  # fault: the mean stays


class DecoderBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = Norm(d_model)
        self.attend_self = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = Norm(d_model)
        self.attend_memory = MultiHeadAttention(d_model, n_heads)
        self.norm_3 = Norm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, memory, memory_mask=None):
        T = x.shape[1]
        causal = torch.ones(T, T, dtype=torch.bool).tril()
        x = x + self.attend_self(self.norm_1(x), mask=causal)
        x = x + self.attend_memory(self.norm_2(x), kv=memory, mask=memory_mask)
        return x + self.feed(self.norm_3(x))
