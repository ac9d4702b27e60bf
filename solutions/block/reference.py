"""Transformer blocks, and the encoder-decoder that is built from them: the reference solution.

Sources: Vaswani et al., "Attention Is All You Need", NeurIPS 2017, section 3.1 for the block that normalises
after the residual, for the decoder's three sublayers and for the whole model, section 3.3 for the feed-forward
network; Xiong et al., "On Layer Normalization in the Transformer Architecture", ICML 2020, for the block that
normalises before; Zhang and Sennrich, "Root Mean Square Layer Normalization", NeurIPS 2019, equation 4; Shazeer,
"GLU Variants Improve Transformer", 2020, equation 6.

Letters: B batch, h heads, T length (T_q of queries, T_kv of keys and values, S of a source), d width.
Masks are boolean, True = may attend.
"""

import math

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, silu


def attention(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for allowed keys and −∞ for forbidden ones.

    Q (..., m, d_k), K (..., n, d_k), V (..., n, d_v); mask broadcastable to (..., m, n).
    Returns out (..., m, d_v) and weights (..., m, n).
    """
    d_k = Q.shape[-1]
    scores = Q @ K.mT / math.sqrt(d_k)  # (..., m, n)
    if mask is not None:
        scores = torch.where(mask, scores, -math.inf)
    weights = scores.softmax(dim=-1)  # (..., m, n)
    return weights @ V, weights


class MultiHeadAttention(nn.Module):
    """h attentions side by side, each on d/h of the columns (Vaswani et al., section 3.2.2)."""

    last_weights: Tensor  # of the last call, (B, h, T_q, T_kv), detached

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"d_model = {d_model} is not divisible by n_heads = {n_heads}")
        self.n_heads = n_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def split(self, x: Tensor) -> Tensor:
        """Give each head its columns: (B, T, d) becomes (B, h, T, d/h)."""
        B, T, d = x.shape
        return x.view(B, T, self.n_heads, d // self.n_heads).transpose(1, 2)  # (B, h, T, d/h)

    def forward(self, x: Tensor, kv: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        """Queries from x (B, T_q, d), keys and values from kv (B, T_kv, d), or from x without it."""
        kv = x if kv is None else kv
        Q, K, V = self.split(self.query(x)), self.split(self.key(kv)), self.split(self.value(kv))
        heads, weights = attention(Q, K, V, mask)  # (B, h, T_q, d/h), (B, h, T_q, T_kv)
        self.last_weights = weights.detach()
        merged = heads.transpose(1, 2).flatten(2)  # (B, T_q, d)
        return self.output(merged)  # (B, T_q, d)


class FeedForward(nn.Module):
    """W₂ GELU(W₁ x + b₁) + b₂ at each position by itself, 4d wide in the middle (section 3.3)."""

    def __init__(self, d_model: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x: Tensor) -> Tensor:
        """x (..., d); returns (..., d)."""
        return self.down(gelu(self.up(x)))


class TransformerBlock(nn.Module):
    """The pre-LN block: x + MHA(LN(x)), then x + FFN(LN(x)); dropout on what is added."""

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (B, T, d), mask broadcastable to (B, h, T, T); returns (B, T, d)."""
        x = x + self.dropout(self.attend(self.norm_1(x), mask=mask))
        return x + self.dropout(self.feed(self.norm_2(x)))


def block_parameters(d_model: int) -> int:
    """How many trainable numbers a block has: 12d² + 13d."""
    d = d_model
    attention_sublayer = 4 * d**2 + 4 * d  # four d × d matrices, each with a bias
    feed_forward = 8 * d**2 + 5 * d  # d → 4d → d, with both biases
    norms = 2 * 2 * d  # a scale and a shift each
    return attention_sublayer + feed_forward + norms


exercise_3 = {
    "attention": 2_362_368,
    "block": 7_087_872,
    "all_blocks": 85_054_464,
    "change_with_24_heads": 0,
}


class PostLNBlock(nn.Module):
    """The block of 2017: LN(x + MHA(x)), then LN(x + FFN(x)) (Vaswani et al., section 3.1)."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.attend = MultiHeadAttention(d_model, n_heads)
        self.norm_1 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (B, T, d), mask broadcastable to (B, h, T, T); returns (B, T, d)."""
        x = self.norm_1(x + self.attend(x, mask=mask))
        return self.norm_2(x + self.feed(x))


class DecoderBlock(nn.Module):
    """A pre-LN block with three sublayers: causal self-attention, attention to a memory, feed-forward."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.attend_self = MultiHeadAttention(d_model, n_heads)
        self.norm_2 = nn.LayerNorm(d_model)
        self.attend_memory = MultiHeadAttention(d_model, n_heads)
        self.norm_3 = nn.LayerNorm(d_model)
        self.feed = FeedForward(d_model)

    def forward(self, x: Tensor, memory: Tensor, memory_mask: Tensor | None = None) -> Tensor:
        """x (B, T, d), memory (B, S, d), memory_mask broadcastable to (B, h, T, S); returns (B, T, d)."""
        T = x.shape[1]
        causal = torch.ones(T, T, dtype=torch.bool).tril()
        x = x + self.attend_self(self.norm_1(x), mask=causal)
        x = x + self.attend_memory(self.norm_2(x), kv=memory, mask=memory_mask)
        return x + self.feed(self.norm_3(x))


class EncoderDecoder(nn.Module):
    """Reads a source, and says of each position of a target what the next token might be."""

    def __init__(self, vocab: int, d_model: int, n_heads: int, n_layers: int, max_len: int) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocab, d_model)
        self.positions = nn.Embedding(max_len, d_model)
        self.encoder = nn.ModuleList([TransformerBlock(d_model, n_heads) for _ in range(n_layers)])
        self.encoder_norm = nn.LayerNorm(d_model)
        self.decoder = nn.ModuleList([DecoderBlock(d_model, n_heads) for _ in range(n_layers)])
        self.decoder_norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab)

    def embed(self, ids: Tensor) -> Tensor:
        """Tokens plus positions: (B, T) becomes (B, T, d)."""
        _, T = ids.shape
        return self.tokens(ids) + self.positions.weight[:T]  # (B, T, d)

    def forward(self, source: Tensor, target: Tensor, source_mask: Tensor | None = None) -> Tensor:
        """source (B, S), target (B, T), source_mask (B, 1, 1, S); returns logits (B, T, vocab)."""
        memory = self.embed(source)  # (B, S, d)
        for block in self.encoder:
            memory = block(memory, source_mask)
        memory = self.encoder_norm(memory)

        x = self.embed(target)  # (B, T, d)
        for block in self.decoder:
            x = block(x, memory, source_mask)
        return self.head(self.decoder_norm(x))  # (B, T, vocab)


class RMSNorm(nn.Module):
    """x / √(mean(x²) + ε) · gain, over the last axis (Zhang and Sennrich, equation 4)."""

    def __init__(self, d: int) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(d))

    def forward(self, x: Tensor) -> Tensor:
        """x (..., d); returns (..., d)."""
        mean_square = x.square().mean(dim=-1, keepdim=True)  # (..., 1)
        return x / torch.sqrt(mean_square + 1e-6) * self.gain


class SwiGLU(nn.Module):
    """W₂ (SiLU(W₁ x) · W₃ x), no biases: one branch is the gate of the other (Shazeer, equation 6)."""

    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.gate = nn.Linear(d_model, d_hidden, bias=False)
        self.value = nn.Linear(d_model, d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """x (..., d); returns (..., d)."""
        return self.down(silu(self.gate(x)) * self.value(x))
