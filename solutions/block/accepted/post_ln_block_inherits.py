"""A subclass of TransformerBlock with another forward."""

from reference import TransformerBlock


class PostLNBlock(TransformerBlock):
    def __init__(self, d_model, n_heads):
        super().__init__(d_model, n_heads)

    def forward(self, x, mask=None):
        x = self.norm_1(self.attend(x, mask=mask) + x)
        return self.norm_2(self.feed(x) + x)
