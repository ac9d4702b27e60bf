"""Tokens as one-hot vectors times a matrix, and a head that is a matrix and a bias."""

import torch
from reference import DecoderBlock, TransformerBlock
from torch import nn


class EncoderDecoder(nn.Module):
    def __init__(self, vocab, d_model, n_heads, n_layers, max_len):
        super().__init__()
        self.vocab = vocab
        self.E = nn.Parameter(torch.randn(vocab, d_model))
        self.P = nn.Parameter(torch.randn(max_len, d_model))
        self.early = nn.ModuleList([TransformerBlock(d_model, n_heads) for _ in range(n_layers)])
        self.late = nn.ModuleList([DecoderBlock(d_model, n_heads) for _ in range(n_layers)])
        self.norm_a, self.norm_b = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.W = nn.Parameter(torch.randn(d_model, vocab) * d_model**-0.5)
        self.b = nn.Parameter(torch.zeros(vocab))

    def start(self, ids):
        return nn.functional.one_hot(ids, self.vocab).float() @ self.E + self.P[: ids.shape[1]]

    def forward(self, source, target, source_mask=None):
        memory, x = self.start(source), self.start(target)
        for block in self.early:
            memory = block(memory, source_mask)
        memory = self.norm_a(memory)
        for block in self.late:
            x = block(x, memory, source_mask)
        return self.norm_b(x) @ self.W + self.b
