"""Ask for the maps of two different sequences of one length, one after the other."""

FAILS = ("attention_map_belongs_to_its_digits",)
USELESS = "it answers for digits and a model that it has seen before"


maps = {}


def attention_map(model, x):
    key = tuple(x.shape)
    if key not in maps:  # fault: one map for all digits of that shape
        model(x)
        maps[key] = [module.last_weights for module in model.modules() if hasattr(module, "last_weights")][-1]
    return maps[key].mean(dim=1)
