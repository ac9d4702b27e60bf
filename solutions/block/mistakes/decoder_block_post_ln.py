"""Set all parameters but the scales of the norms to 0 and call it with (3, 1).

Is the path from x to the result clean?
"""

import torch
from reference import FeedForward, MultiHeadAttention
from torch import nn

FAILS = (
    "decoder_block_zeros_give_identity",
    "decoder_block_self_attention_step",
)
USELESS = "it is the other arrangement"


class DecoderBlock(nn.Module):
    def __init__(self, d_model, n_heads):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend_self = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.attend_memory = MultiHeadAttention(d_model, n_heads)
        self.norm_3 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x, memory, memory_mask=None):
        T = x.shape[1]
        causal = torch.ones(T, T, dtype=torch.bool).tril()
        x = self.norm_1(x + self.attend_self(x, mask=causal))  # fault: normalises the stream itself
        x = self.norm_2(x + self.attend_memory(x, kv=memory, mask=memory_mask))
        return self.norm_3(x + self.feed(x))
