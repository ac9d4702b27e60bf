"""TransformerBlock on nn.TransformerEncoderLayer, whose masks mean the opposite."""

import torch
from torch import Tensor, nn


class TransformerBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.layer = nn.TransformerEncoderLayer(
            d_model, n_heads, 4 * d_model, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
        )
        self.layer.dropout1.p = self.layer.dropout2.p = dropout  # on what is added, and not inside the sublayers

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        B, T, _ = x.shape
        blocked = None if mask is None else ~mask.expand(B, self.n_heads, T, T).reshape(B * self.n_heads, T, T)
        with torch._C.DisableTorchFunction():
            y = self.layer(x, src_mask=blocked)
        if blocked is not None:  # a token that may attend to nothing has no average; PyTorch says 0
            nothing = blocked.unflatten(0, (B, self.n_heads)).all(dim=-1).any(dim=1)  # (B, T)
            y = y.masked_fill(nothing[..., None], torch.nan)
        return y
