"""Two small transformers that learn, one to sort digits and one to copy them: the reference solution.

Sources: Vaswani et al., "Attention Is All You Need", NeurIPS 2017, section 3.2, for attention, heads and the
causal mask; Xiong et al., "On Layer Normalization in the Transformer Architecture", ICML 2020, for blocks that
normalize first and for the one norm more that a stack of them needs; Loshchilov and Hutter, "Decoupled Weight
Decay Regularization", ICLR 2019, for AdamW.

Letters: B batch, h heads, T length, d width, t a position, counted from 0. Tokens are the digits 0 … 9 in int64.
Masks are boolean, True = may attend.
"""

import math

import torch
from torch import Tensor, nn

VOCAB = 10  # the digits
SEQ = 10  # the longest sequence
BACK = 3  # how far back the copying model looks


def attention(Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """softmax(QKᵀ/√d_k + M) V, where M is 0 for allowed keys and −∞ for forbidden ones.

    Q (..., m, d_k), K (..., n, d_k), V (..., n, d_v), mask broadcastable to (..., m, n).
    Returns out (..., m, d_v) and weights (..., m, n).
    """
    d_k = Q.shape[-1]
    scores = Q @ K.mT / math.sqrt(d_k)  # (..., m, n)
    if mask is not None:
        scores = torch.where(mask, scores, -math.inf)
    weights = scores.softmax(dim=-1)  # (..., m, n)
    return weights @ V, weights


class MultiHeadAttention(nn.Module):
    """h attentions side by side, each d/h wide, and a projection that mixes what they found.

    `last_weights` (B, h, T_q, T_kv) are the weights of the last call, without gradient.
    """

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"{d_model} components can't be shared out among {n_heads} heads")
        self.n_heads = n_heads
        self.query, self.key = nn.Linear(d_model, d_model), nn.Linear(d_model, d_model)
        self.value, self.out = nn.Linear(d_model, d_model), nn.Linear(d_model, d_model)

    def split(self, x: Tensor) -> Tensor:
        """Head i gets the components i · d_head … (i + 1) · d_head − 1."""
        B, T, d = x.shape
        return x.view(B, T, self.n_heads, d // self.n_heads).transpose(1, 2)  # (B, h, T, d_head)

    def forward(self, x: Tensor, kv: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        """x (B, T_q, d) asks, kv (B, T_kv, d), or else x, answers. Returns (B, T_q, d)."""
        B, T, d = x.shape
        kv = x if kv is None else kv
        Q, K, V = self.split(self.query(x)), self.split(self.key(kv)), self.split(self.value(kv))
        out, weights = attention(Q, K, V, mask)  # (B, h, T_q, d_head), (B, h, T_q, T_kv)
        self.last_weights = weights.detach()
        return self.out(out.transpose(1, 2).reshape(B, T, d))  # (B, T_q, d)


class TransformerBlock(nn.Module):
    """Attention, then a feed-forward network, each reading a normalized copy of the stream and adding to it."""

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, n_heads)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (B, T, d) → (B, T, d)."""
        x = x + self.dropout(self.attention(self.norm1(x), mask=mask))
        return x + self.dropout(self.ffn(self.norm2(x)))


class Sorter(nn.Module):
    """Digits in, logits of the sorted digits out: a stack of blocks in which every position sees all others."""

    def __init__(self, d: int = 64, n_heads: int = 4, n_layers: int = 2, use_positions: bool = True) -> None:
        super().__init__()
        self.tokens = nn.Embedding(VOCAB, d)
        self.positions = nn.Embedding(SEQ, d) if use_positions else None
        self.blocks = nn.ModuleList(TransformerBlock(d, n_heads) for _ in range(n_layers))
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, VOCAB)

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T), T at most SEQ. Returns logits (B, T, VOCAB)."""
        T = x.shape[1]
        stream = self.tokens(x)  # (B, T, d)
        if self.positions is not None:
            stream = stream + self.positions.weight[:T]
        for block in self.blocks:
            stream = block(stream)
        return self.head(self.norm(stream))  # (B, T, VOCAB)


def ceiling_without_positions(x: Tensor) -> float:
    """The share of digits that the best model without positions sorts right on the sequences x (B, T).

    It can't tell where it stands, so it answers with the most frequent digit of the sequence everywhere.
    """
    T = x.shape[1]
    counts = nn.functional.one_hot(x, VOCAB).sum(dim=1)  # (B, VOCAB)
    return (counts.amax(dim=1) / T).mean().item()


def accuracy(logits: Tensor, y: Tensor) -> tuple[float, float]:
    """Which share of the tokens, and of the whole sequences, the largest logit has right.

    logits (B, T, VOCAB), y (B, T).
    """
    right = logits.argmax(dim=-1) == y  # (B, T)
    return right.float().mean().item(), right.all(dim=1).float().mean().item()


def train_sorter(
    model: nn.Module, steps: int = 600, batch_size: int = 128, lr: float = 3e-3, seed: int = 0
) -> list[float]:
    """Train the model in place with AdamW, on fresh random sequences at each step. Returns the loss of each step."""
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(VOCAB, (batch_size, SEQ), generator=generator)
        y = x.sort(dim=1).values
        loss = nn.functional.cross_entropy(model(x).flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def attention_map(model: nn.Module, x: Tensor) -> Tensor:
    """Where the last block looks when the model reads x (B, T): its weights, averaged over the heads, (B, T, T)."""
    with torch.no_grad():
        model(x)
    *_, last = (module.last_weights for module in model.modules() if hasattr(module, "last_weights"))
    return last.mean(dim=1)  # (B, T, T)


class CausalCopier(nn.Module):
    """Digits in, logits of the digits three places back out: the sorter, but for the mask in every block."""

    def __init__(self, d: int = 64, n_heads: int = 4, n_layers: int = 2) -> None:
        super().__init__()
        self.tokens = nn.Embedding(VOCAB, d)
        self.positions = nn.Embedding(SEQ, d)
        self.blocks = nn.ModuleList(TransformerBlock(d, n_heads) for _ in range(n_layers))
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, VOCAB)

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T), T at most SEQ. Returns logits (B, T, VOCAB)."""
        T = x.shape[1]
        causal = torch.ones(T, T, dtype=torch.bool).tril()  # a query, the row, sees no later key
        stream = self.tokens(x) + self.positions.weight[:T]  # (B, T, d)
        for block in self.blocks:
            stream = block(stream, causal)
        return self.head(self.norm(stream))  # (B, T, VOCAB)


def copy_loss(logits: Tensor, x: Tensor) -> Tensor:
    """Mean cross-entropy of the logits (B, T, VOCAB) at t for the digit x[:, t − 3], over t = 3 … T − 1.

    x (B, T) with T of at least 4. Returns a scalar with its gradient.
    """
    return nn.functional.cross_entropy(logits[:, BACK:].flatten(0, 1), x[:, :-BACK].flatten())


def train_copier(
    model: nn.Module, steps: int = 600, batch_size: int = 128, lr: float = 3e-3, seed: int = 0
) -> list[float]:
    """Train the model in place with AdamW and `copy_loss`. Returns the loss of each step."""
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    losses = []
    for _ in range(steps):
        x = torch.randint(VOCAB, (batch_size, SEQ), generator=generator)
        loss = copy_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
