"""An encoder and a decoder as modules of their own."""

import torch
from reference import DecoderBlock, TransformerBlock
from torch import nn


class Encoder(nn.Module):
    def __init__(self, d_model, n_heads, n_layers):
        super().__init__()
        self.layers = nn.ModuleList([TransformerBlock(d_model, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x, mask):
        for layer in self.layers:
            x = layer(x, mask)
        return self.norm(x)


class Decoder(nn.Module):
    def __init__(self, d_model, n_heads, n_layers, vocab):
        super().__init__()
        self.layers = nn.ModuleList([DecoderBlock(d_model, n_heads) for _ in range(n_layers)])
        self.output = nn.Sequential(nn.LayerNorm(d_model), nn.Linear(d_model, vocab))

    def forward(self, x, memory, mask):
        for layer in self.layers:
            x = layer(x, memory, mask)
        return self.output(x)


class EncoderDecoder(nn.Module):
    def __init__(self, vocab, d_model, n_heads, n_layers, max_len):
        super().__init__()
        self.decoder = Decoder(d_model, n_heads, n_layers, vocab)
        self.encoder = Encoder(d_model, n_heads, n_layers)
        self.position = nn.Embedding(max_len, d_model)
        self.token = nn.Embedding(vocab, d_model)

    def embed(self, ids):
        return self.token(ids) + self.position(torch.arange(ids.shape[1], device=ids.device))

    def encode(self, source, source_mask=None):
        return self.encoder(self.embed(source), source_mask)

    def decode(self, target, memory, memory_mask=None):
        return self.decoder(self.embed(target), memory, memory_mask)

    def forward(self, source, target, source_mask=None):
        return self.decode(target, self.encode(source, source_mask), source_mask)
