"""Options that several commands share, and the sandbox they ask for."""

import argparse

from autograder.errors import UsageError
from autograder.pool import cores
from autograder.sandbox import Level, Sandbox, WeakIsolation
from autograder.terminal import warn


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


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """How many submissions are graded side by side."""
    parser.add_argument(
        "--jobs",
        type=positive,
        default=cores(),
        metavar="N",
        help="grade N side by side (default: the cores, %(default)s)",
    )


def positive(text: str) -> int:
    """A whole number from 1 up."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def sandbox(options: argparse.Namespace) -> Sandbox:
    """A running sandbox of the level asked for, for commands that grade one after another.

    Raises UsageError where `grade` must not use it, SandboxFailed where the one asked for can't be had.
    """
    started = Sandbox.start(level=Level(options.isolation) if options.isolation else None)
    if not getattr(options, "allow_weak_isolation", True):
        try:
            started.require_isolation()
        except WeakIsolation as error:
            raise UsageError(f"{error}, or pass --allow-weak-isolation") from None
    if started.weakness:
        warn(f"isolation {started.level}: this machine does not allow better ({started.weakness})")
    return started


def level(options: argparse.Namespace) -> Level:
    """The level that `sandbox` finds, proved once, for commands whose workers start their own."""
    with sandbox(options) as started:
        return started.level
