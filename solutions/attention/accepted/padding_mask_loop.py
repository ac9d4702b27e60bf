"""One sequence after the other."""

import torch


def padding_mask(lengths, T):
    mask = torch.zeros(lengths.shape[0], 1, T, dtype=torch.bool)
    for b in range(lengths.shape[0]):
        mask[b, :, : lengths[b]] = True
    return mask
