"""The exercise computed with PyTorch, answers filled in key by key."""

import torch

answers = {}
for name, query in (("output", torch.tensor([1.0, 0.0])), ("output_sharp", torch.tensor([10.0, 0.0]))):
    scores = torch.tensor([[2.0, 0.0], [0.0, 2.0]]) @ query / 2**0.5
    weights = scores.softmax(0)
    answers.setdefault("scaled_scores", tuple(scores.tolist()))
    answers.setdefault("weights", weights)
    answers[name] = weights @ torch.tensor([10.0, -10.0])

exercise_1 = answers
exercise_2 = {"divisor": torch.tensor(16.0 * 64.0).sqrt().item()}
