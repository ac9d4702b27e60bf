"""The padding marked first, then negated."""

import torch


def padding_mask(lengths, T):
    B = len(lengths)
    padding = torch.arange(T).expand(B, T) >= lengths[:, None]
    return ~padding.view(B, 1, T)
