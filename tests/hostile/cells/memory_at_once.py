"""Asks for a hundred gigabytes."""

x = torch.ones(25_000_000_000)
