"""Let the model read other digits before you ask for the map."""

FAILS = ("attention_map_belongs_to_its_digits",)


def attention_map(model, x):
    kept = [module.last_weights for module in model.modules() if hasattr(module, "last_weights")]
    return kept[-1].mean(dim=1)  # fault: the weights of whatever the model has read last
