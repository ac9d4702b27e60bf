"""Add up the logits of one position.

What is a logit?
"""

from reference import DecoderBlock, TransformerBlock
from torch import nn

FAILS = ("encoder_decoder_chains_its_blocks",)


class EncoderDecoder(nn.Module):
    def __init__(self, vocab, d_model, n_heads, n_layers, max_len):
        super().__init__()
        self.tokens = nn.Embedding(vocab, d_model)
        self.positions = nn.Embedding(max_len, d_model)
        self.encoder = nn.ModuleList([TransformerBlock(d_model, n_heads) for _ in range(n_layers)])
        self.encoder_norm = nn.LayerNorm(d_model)
        self.decoder = nn.ModuleList([DecoderBlock(d_model, n_heads) for _ in range(n_layers)])
        self.decoder_norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab)

    def embed(self, ids):
        _, T = ids.shape
        return self.tokens(ids) + self.positions.weight[:T]

    def forward(self, source, target, source_mask=None):
        memory = self.embed(source)
        for block in self.encoder:
            memory = block(memory, source_mask)
        memory = self.encoder_norm(memory)
        x = self.embed(target)
        for block in self.decoder:
            x = block(x, memory, source_mask)
        return self.head(self.decoder_norm(x)).softmax(-1)  # fault: raw logits are asked for
