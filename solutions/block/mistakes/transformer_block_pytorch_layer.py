"""Read the rule about what may be used.

Your own MultiHeadAttention and FeedForward are what this block is made of.
"""

from torch import nn

FAILS = (
    "transformer_block_shape",
    "transformer_block_parameter_count",
    "transformer_block_zeros_give_identity",
    "transformer_block_gradients",
    "transformer_block_attention_step",
    "transformer_block_feed_forward_step",
    "transformer_block_one_step_after_the_other",
    "transformer_block_reads_a_normalised_copy",
    "transformer_block_mask",
    "transformer_block_order_of_positions",
    "transformer_block_each_sequence_alone",
    "transformer_block_leaves_input_alone",
    "transformer_block_dropout_only_in_training",
    "transformer_block_dropout_on_what_is_added",
)
USELESS = "it is the exercise itself"


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(  # fault: PyTorch's own block
            d_model, n_heads, 4 * d_model, dropout, activation="gelu", batch_first=True, norm_first=True
        )

    def forward(self, x, mask=None):
        return self.layer(x, src_mask=None if mask is None else ~mask)
