"""Complex numbers, in the way of Llama's reference code."""

import torch


def rope(x, base=10000.0):
    T, d = x.shape[-2:]
    freqs = 1.0 / (base ** (torch.arange(0, d, 2).float() / d))
    freqs_cis = torch.polar(torch.ones(T, d // 2), torch.outer(torch.arange(T).float(), freqs))
    pairs = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2).contiguous())
    return torch.view_as_real(pairs * freqs_cis).flatten(-2).type_as(x)
