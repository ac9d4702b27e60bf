"""Print the shape of the result.

How many predictions does a target of five tokens ask for?
"""

from reference import DecoderBlock, TransformerBlock
from torch import nn

FAILS = (
    "encoder_decoder_shape",
    "encoder_decoder_parameter_count",
    "encoder_decoder_gradients",
    "encoder_decoder_chains_its_blocks",
    "encoder_decoder_never_looks_ahead",
    "encoder_decoder_source_mask",
    "encoder_decoder_knows_positions",
    "encoder_decoder_each_pair_alone",
)
USELESS = "it predicts one token"


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
        return self.head(self.decoder_norm(x))[:, -1]  # fault: logits for every position
