"""Print list(FeedForward(4).parameters()).

What does an optimizer get to see of your layers?
"""

from torch import nn

FAILS = (
    "feed_forward_matches_formula",
    "feed_forward_parameter_count",
    "feed_forward_gradients",
    "feed_forward_each_vector_alone",
    "feed_forward_leaves_input_alone",
)
USELESS = "nothing in it is trained"


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.layers = [nn.Linear(d_model, 4 * d_model), nn.Linear(4 * d_model, d_model)]  # fault: not registered

    def forward(self, x):
        return self.layers[1](nn.functional.gelu(self.layers[0](x)))
