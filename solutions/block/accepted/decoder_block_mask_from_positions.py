"""The causal mask by comparing positions, and the network written out with GELU by tanh."""

import torch
from reference import MultiHeadAttention
from torch import nn


class DecoderBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.attn1, self.attn2 = (MultiHeadAttention(d_model, n_heads) for _ in range(2))
        self.ln1, self.ln2, self.ln3 = (nn.LayerNorm(d_model) for _ in range(3))
        self.fc = nn.Linear(d_model, 4 * d_model)
        self.proj = nn.Linear(4 * d_model, d_model)

    def forward(self, x, memory, memory_mask=None):
        pos = torch.arange(x.shape[1])
        h = x + self.attn1(self.ln1(x), mask=pos[None, :] <= pos[:, None])
        h = h + self.attn2(self.ln2(h), memory, memory_mask)
        return h + self.proj(nn.functional.gelu(self.fc(self.ln3(h)), approximate="tanh"))
