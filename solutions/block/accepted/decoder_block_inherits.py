"""A TransformerBlock with a third sublayer."""

import torch
from reference import MultiHeadAttention, TransformerBlock
from torch import nn


class DecoderBlock(TransformerBlock):
    def __init__(self, d_model, n_heads):
        super().__init__(d_model, n_heads)
        self.cross = MultiHeadAttention(d_model, n_heads)
        self.norm_cross = nn.LayerNorm(d_model)

    def forward(self, x, memory, memory_mask=None):
        T = x.size(1)
        mask = torch.tril(torch.ones(T, T, dtype=torch.bool))
        x = x + self.attend(self.norm_1(x), mask=mask)
        x = x + self.cross(self.norm_cross(x), memory, memory_mask)
        return x + self.feed(self.norm_2(x))
