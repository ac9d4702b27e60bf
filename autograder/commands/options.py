"""Options that several commands share, and the sandbox they ask for."""

import argparse

from autograder.errors import UsageError
from autograder.sandbox import Level, Sandbox


def add_assignments(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Names of assignments."""
    text = "names of assignments" + (" (default: all)" if optional else "")
    parser.add_argument("assignments", metavar="A", nargs="*" if optional else "+", help=text)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Results for a machine."""
    parser.add_argument("--json", action="store_true", help="print one JSON object a line instead of a table")


def add_isolation(parser: argparse.ArgumentParser, *, weak: bool = False) -> None:
    """How student code is isolated."""
    levels = [level.value for level in Level]
    parser.add_argument("--isolation", choices=levels, help="isolation level (default: the best this machine has)")
    if weak:
        parser.add_argument(
            "--allow-weak-isolation",
            action="store_true",
            help="grade even where student code can't be isolated (it could read the hidden tests)",
        )


def sandbox(options: argparse.Namespace) -> Sandbox:
    """A running sandbox of the level asked for. Raises UsageError where `grade` must not use it."""
    started = Sandbox.start(level=Level(options.isolation) if options.isolation else None)
    allowed = getattr(options, "allow_weak_isolation", True)
    if started.level is Level.NONE and not allowed:
        started.close()
        raise UsageError(
            "student code would run without isolation here and could read the hidden tests: "
            "install bubblewrap, or pass --allow-weak-isolation"
        )
    return started
