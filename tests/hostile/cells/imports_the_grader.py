"""Imports the hidden tests by their name."""

for name in ("autograder.hidden_tests", "autograder", "autograder.suite", "hidden_tests", "nbgrader", "gradebook"):
    try:
        module = __import__(name)
        print(name, getattr(module, "__file__", None))
    except BaseException as error:
        print(name, type(error).__name__)
