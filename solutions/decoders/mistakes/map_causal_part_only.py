"""Print the sums of the rows of the map."""

import torch

FAILS = (
    "attention_map_is_mean_over_heads_of_last_block",
    "attention_map_rows_are_weights",
)
USELESS = "half of the weights are cut away"


def attention_map(model, x):
    with torch.no_grad():
        model(x)
    kept = [module.last_weights for module in model.modules() if hasattr(module, "last_weights")]
    return kept[-1].mean(dim=1).tril()  # fault: a sorter looks ahead
