"""Call backward on the result and print the gradient of the logits."""

import torch

FAILS = ("copy_loss_gradient",)


def copy_loss(logits, x):
    logs = logits.log_softmax(dim=-1)
    B, T = x.shape
    terms = [-logs[b, t, x[b, t - 3]].item() for b in range(B) for t in range(3, T)]
    return torch.tensor(terms, requires_grad=True).mean()  # fault: new numbers, without a past
