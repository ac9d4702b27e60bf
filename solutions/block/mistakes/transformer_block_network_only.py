"""Change one token and look at the results for the others."""

from reference import FeedForward, MultiHeadAttention
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
USELESS = "attention takes no part"


class TransformerBlock(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        self.attend(self.norm_1(x), mask=mask)  # fault: what attention gives is dropped
        return x + self.dropout(self.feed(self.norm_2(x)))
