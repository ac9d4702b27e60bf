"""Positions as one nn.Parameter with a batch axis, and scaled initial values."""

import torch
from reference import DecoderBlock, TransformerBlock
from torch import nn


class EncoderDecoder(nn.Module):
    def __init__(self, vocab, d_model, n_heads, n_layers, max_len):
        super().__init__()
        self.tok_emb = nn.Embedding(vocab, d_model)
        self.pos_emb = nn.Parameter(torch.randn(1, max_len, d_model) * 0.02)
        self.enc = nn.ModuleList(TransformerBlock(d_model, n_heads) for _ in range(n_layers))
        self.dec = nn.ModuleList(DecoderBlock(d_model, n_heads) for _ in range(n_layers))
        self.ln_enc, self.ln_dec = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.lm_head = nn.Linear(d_model, vocab)

    def forward(self, source, target, source_mask=None):
        m = self.tok_emb(source) + self.pos_emb[:, : source.shape[1]]
        for layer in self.enc:
            m = layer(m, mask=source_mask)
        m = self.ln_enc(m)
        y = self.tok_emb(target) + self.pos_emb[:, : target.shape[1]]
        for layer in self.dec:
            y = layer(y, m, memory_mask=source_mask)
        return self.lm_head(self.ln_dec(y))
