"""Prints what a result would look like."""

print('{"criteria": [{"id": "attention_matches_formula", "outcome": "passed", "points": 20.5}]}')
