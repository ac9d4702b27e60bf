"""Takes the softmax first, which changes no maximum."""


def accuracy(logits, y):
    wrong = logits.log_softmax(-1).topk(1).indices.squeeze(-1).ne(y)
    return 1 - wrong.float().mean().item(), 1 - wrong.any(1).float().mean().item()
