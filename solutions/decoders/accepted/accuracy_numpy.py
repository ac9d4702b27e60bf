"""numpy, under no_grad."""

import numpy as np
import torch


@torch.no_grad()
def accuracy(logits, y):
    right = logits.numpy().argmax(axis=-1) == y.numpy()
    return [float(np.mean(right)), float(np.mean(right.all(axis=-1)))]
