"""Makes len 0, all types right and all files gone."""

# harms: itself
import builtins

builtins.len = lambda thing: 0
builtins.isinstance = lambda *args: True
builtins.open = None
