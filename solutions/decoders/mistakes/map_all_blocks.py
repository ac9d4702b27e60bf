"""Build a model with three blocks and print the map beside the weights of each."""

import torch

FAILS = ("attention_map_is_mean_over_heads_of_last_block",)


def attention_map(model, x):
    with torch.no_grad():
        model(x)
    kept = [module.last_weights for module in model.modules() if hasattr(module, "last_weights")]
    return torch.stack(kept).mean(dim=(0, 2))  # fault: averages the blocks too
