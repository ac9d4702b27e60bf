"""Give a wrong digit a logit of 200 and print the loss."""

FAILS = ("copy_loss_of_sure_answers",)


def copy_loss(logits, x):
    probabilities = logits[:, 3:].softmax(dim=-1)
    return -(probabilities.gather(-1, x[:, :-3, None]) + 1e-9).log().mean()  # fault: never more than 20.7
