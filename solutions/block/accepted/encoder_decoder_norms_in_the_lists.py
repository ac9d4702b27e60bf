"""The last norm of each stack as the last member of its list."""

import torch
from reference import DecoderBlock, TransformerBlock
from torch import nn


class EncoderDecoder(nn.Module):
    def __init__(self, vocab, d_model, n_heads, n_layers, max_len):
        super().__init__()
        self.embedding = nn.ModuleDict({"tok": nn.Embedding(vocab, d_model), "pos": nn.Embedding(max_len, d_model)})
        self.register_buffer("positions", torch.arange(max_len), persistent=False)
        self.encoder = nn.ModuleList()
        self.decoder = nn.ModuleList()
        for _ in range(n_layers):
            self.encoder.append(TransformerBlock(d_model, n_heads))
            self.decoder.append(DecoderBlock(d_model, n_heads))
        self.encoder.append(nn.LayerNorm(d_model))
        self.decoder.append(nn.LayerNorm(d_model))
        self.unembed = nn.Linear(d_model, vocab, bias=True)

    def forward(self, source, target, source_mask=None):
        (S, T) = source.shape[1], target.shape[1]
        memory = self.embedding["tok"](source) + self.embedding["pos"](self.positions[:S])
        x = self.embedding["tok"](target) + self.embedding["pos"](self.positions[:T])
        *blocks, norm = self.encoder
        for block in blocks:
            memory = block(memory, source_mask)
        memory = norm(memory)
        *blocks, norm = self.decoder
        for block in blocks:
            x = block(x, memory, source_mask)
        return self.unembed(norm(x))
