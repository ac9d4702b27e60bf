"""Print the shape of the result for a source of 3 and a target of 5 tokens.

Which of the two is written?
"""

from reference import DecoderBlock, TransformerBlock
from torch import nn

FAILS = ("encoder_decoder_shape",)
USELESS = "it predicts the source"


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
        source, target = target, source  # fault: reads the target and writes the source
        memory = self.embed(source)
        for block in self.encoder:
            memory = block(memory)
        memory = self.encoder_norm(memory)
        x = self.embed(target)
        for block in self.decoder:
            x = block(x, memory)
        return self.head(self.decoder_norm(x))
