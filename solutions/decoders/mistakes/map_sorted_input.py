"""Give it a sequence that is sorted already, and the same digits in another order."""

import torch

FAILS = ("attention_map_is_mean_over_heads_of_last_block",)


def attention_map(model, x):
    with torch.no_grad():
        model(x.sort(dim=1).values)  # fault: shows another input
    kept = [module.last_weights for module in model.modules() if hasattr(module, "last_weights")]
    return kept[-1].mean(dim=1)
