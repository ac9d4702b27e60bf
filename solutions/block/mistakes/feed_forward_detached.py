"""Call backward on the sum of the result and print the gradient of each parameter."""

from torch import nn

FAILS = ("feed_forward_gradients",)


class FeedForward(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.up = nn.Linear(d_model, 4 * d_model)
        self.down = nn.Linear(4 * d_model, d_model)

    def forward(self, x):
        hidden = nn.functional.gelu(self.up(x)).detach()  # fault: cut off from the gradient
        return self.down(hidden)
