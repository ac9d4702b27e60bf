"""Expressions instead of numbers."""

import math

s_1, s_2 = 2 / math.sqrt(2), 0 / math.sqrt(2)
total = math.exp(s_1) + math.exp(s_2)
exercise_1 = {
    "scaled_scores": (s_1, s_2),
    "weights": (math.exp(s_1) / total, math.exp(s_2) / total),
    "output": 10 * math.exp(s_1) / total - 10 * math.exp(s_2) / total,
    "output_sharp": 10 * math.tanh(10 * s_1 / 2),
}
exercise_2 = {"divisor": 2 * 2 * math.sqrt(64)}
