"""Count the trainable parameters.

Which of the three kinds of positions is this?
"""

import torch
from torch import nn

FAILS = (
    "learned_positions_adds_its_table",
    "learned_positions_row_belongs_to_position",
    "learned_positions_parameter_count",
    "learned_positions_gradients",
    "learned_positions_any_leading_axes",
    "learned_positions_leaves_input_alone",
)
USELESS = "nothing in it is trained"


class LearnedPositions(nn.Module):
    def __init__(self, max_len, d):
        super().__init__()
        angle = torch.arange(max_len).unsqueeze(1) * 10000 ** (-torch.arange(0, d + 1, 2) / d)
        table = torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)[:, :d]
        self.register_buffer("table", table)  # fault: a fixed table, not a trained one

    def forward(self, x):
        T = x.shape[-2]
        if len(self.table) < T:
            raise ValueError("sequence too long")
        return x + self.table[:T]
