"""Nested Python lists."""

import torch


def padding_mask(lengths, T):
    return torch.tensor([[[t < length for t in range(T)]] for length in lengths.tolist()])
