"""The command line: arguments in, an exit code out. Each command lives in a module of its own."""

import argparse
import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from importlib import import_module
from pathlib import Path

# One thread, also in processes that inherit this: two threads on two busy cores are many times slower,
# and sums differ with the number of threads. Set before anything imports torch.
for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"

from autograder import __version__  # noqa: E402
from autograder.errors import AutograderError, UsageError  # noqa: E402


class ExitCode(IntEnum):
    """What the process ends with."""

    DONE = 0
    ATTENTION = 1
    USAGE = 2
    INTERNAL = 3


COMMANDS = ("generate", "run", "grade", "feedback", "audit", "figures", "demo")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(f"{message} (see {self.prog} --help)")


def parser() -> argparse.ArgumentParser:
    """The whole command line; each command's module adds its own options."""
    top = _Parser(prog="autograder", description="Grades transformer notebooks with hidden properties.")
    top.add_argument("--version", action="version", version=f"autograder {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = import_module(f"autograder.commands.{name}")
        summary = (module.__doc__ or "").splitlines()[0]
        command = commands.add_parser(name, help=summary, description=module.__doc__)
        command.add_argument(
            "--course", type=Path, metavar="DIR", help="course root (default: the folder above that is one)"
        )
        module.add_arguments(command)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Results go to stdout, diagnostics to stderr; nothing ends in a traceback."""
    try:
        options = parser().parse_args(arguments)
        return int(import_module(f"autograder.commands.{options.command}").run(options))
    except UsageError as error:
        print(f"autograder: {error}", file=sys.stderr)
        return ExitCode.USAGE
    except AutograderError as error:
        print(f"autograder: {error}", file=sys.stderr)
        return ExitCode.ATTENTION
    except KeyboardInterrupt:
        print("autograder: interrupted; what was graded so far is in the gradebook", file=sys.stderr)
        return ExitCode.INTERNAL
    except BrokenPipeError:
        sys.stderr.close()
        return ExitCode.DONE
    except Exception as error:
        if os.environ.get("AUTOGRADER_DEBUG"):
            raise
        place = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
        print(f"autograder: internal error, {place} (AUTOGRADER_DEBUG=1 shows where)", file=sys.stderr)
        return ExitCode.INTERNAL
