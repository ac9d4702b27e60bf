"""Print the sums of the rows and of the columns.

Which are the outputs?
"""

import torch

FAILS = (
    "attention_map_is_mean_over_heads_of_last_block",
    "attention_map_rows_are_weights",
)
USELESS = "each number stands at another place"


def attention_map(model, x):
    with torch.no_grad():
        model(x)
    kept = [module.last_weights for module in model.modules() if hasattr(module, "last_weights")]
    return kept[-1].mean(dim=1).mT  # fault: inputs in rows
