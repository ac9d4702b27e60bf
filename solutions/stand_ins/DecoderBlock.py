"""DecoderBlock on nn.TransformerDecoderLayer, whose masks mean the opposite."""

import torch
from torch import Tensor, nn


class DecoderBlock(nn.Module):
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.layer = nn.TransformerDecoderLayer(
            d_model, n_heads, 4 * d_model, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
        )

    def forward(self, x: Tensor, memory: Tensor, memory_mask: Tensor | None = None) -> Tensor:
        B, T, _ = x.shape
        S = memory.shape[1]
        future = torch.ones(T, T, dtype=torch.bool).triu(1)
        blocked = None
        if memory_mask is not None:
            blocked = ~memory_mask.expand(B, self.n_heads, T, S).reshape(B * self.n_heads, T, S)
        with torch._C.DisableTorchFunction():
            y = self.layer(x, memory, tgt_mask=future, memory_mask=blocked)
        if blocked is not None:  # a token that may attend to nothing has no average; PyTorch says 0
            nothing = blocked.unflatten(0, (B, self.n_heads)).all(dim=-1).any(dim=1)  # (B, T)
            y = y.masked_fill(nothing[..., None], torch.nan)
        return y
