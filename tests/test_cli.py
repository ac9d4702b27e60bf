"""Bad input to any command: one line that says what was wrong and what to do, and the promised exit code."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.cli import COMMANDS, ExitCode, main, parser
from autograder.course import Course

Run = Callable[..., tuple[int, str, str]]
DOCS = Path(__file__).parents[1] / "docs"

BAD = {
    "no command": ((), "the following arguments are required: COMMAND"),
    "unknown command": (("grde",), "invalid choice: 'grde'"),
    "unknown option": (("grade", "attention", "--fast"), "unrecognized arguments: --fast"),
    "no course": (("grade", "attention", "--course", "/nowhere"), "/nowhere is not a course"),
    "unknown assignment": (("grade", "atention"), "no assignment 'atention'"),
    "path as assignment": (("generate", "../attention"), "no assignment '../attention'"),
    "no jobs": (("grade", "attention", "--jobs", "0"), "'0' is not a whole number from 1 up"),
    "no seeds": (("audit", "--seeds", "0"), "'0' is not a whole number from 1 up"),
    "unknown level": (("run", "attention", "x.ipynb", "--isolation", "some"), "invalid choice: 'some'"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD.values(), ids=BAD.keys())
def test_usage_errors_are_one_line(course: Course, run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Exit code 2, nothing on stdout, no traceback."""
    if arguments and arguments[0] in COMMANDS and "--course" not in arguments:
        arguments = (*arguments, "--course", str(course.root))
    code, out, err = run(*arguments)
    assert (code, out) == (ExitCode.USAGE, "")
    assert message in err
    assert err.startswith("autograder: ")
    assert err.count("\n") == 1


def test_grading_before_generating_says_so(course: Course, run: Run) -> None:
    """The gradebook must know the assignment first."""
    code, _, err = run("grade", "attention", "--course", course.root)
    assert code == ExitCode.USAGE
    assert err == (
        "autograder: the gradebook knows no assignment 'attention': run `autograder generate attention` first\n"
    )


def test_feedback_before_grading_says_so(course: Course, run: Run) -> None:
    """There is nothing to write about yet."""
    code, _, err = run("feedback", "attention", "--course", course.root)
    assert (code, err) == (2, "autograder: no graded submission of attention: run `autograder grade attention` first\n")


def test_weak_isolation_must_be_allowed(course: Course, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`grade` refuses level none; `run` is for one's own notebooks."""
    from autograder.commands import grade

    monkeypatch.setattr(grade, "Recorder", lambda *_: SimpleNamespace(close=lambda: None))
    (course.submitted("ada", "attention")).mkdir(parents=True)
    code, _, err = run("grade", "attention", "--course", course.root, "--isolation", "none")
    assert code == 2
    assert "install bubblewrap, or pass --allow-weak-isolation" in err


def test_run_names_files_that_it_can_not_grade(course: Course, run: Run, tmp_path: Path) -> None:
    """And grades the others; exit code 1."""
    bad = tmp_path / "bad.ipynb"
    bad.write_text("{}")
    code, out, err = run(
        *("run", "attention", bad, course.source("attention"), tmp_path / "none.ipynb", "--json"),
        *("--course", course.root, "--isolation", "none"),
    )
    assert code == ExitCode.ATTENTION
    assert out.count("\n") == 1
    assert '"score":0' in out
    assert [line.split(": ", 2)[2] for line in err.splitlines()] == [
        "is JSON, but not a notebook: hand in the .ipynb file itself",
        "no such file",
    ]


def test_every_command_and_option_is_documented() -> None:
    """docs/commands.md names them all."""
    text = (DOCS / "commands.md").read_text()
    subparsers = next(action for action in parser()._actions if action.dest == "command")
    assert subparsers.choices is not None
    for name, command in dict(subparsers.choices).items():  # type: ignore[call-overload]
        assert f"`{name} " in text or f"`{name}`" in text, name
        for action in command._actions:
            for option in action.option_strings:
                if option not in ("-h", "--help"):
                    assert option in text, f"{name} {option}"


def test_an_internal_error_is_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 3, and how to see more."""
    monkeypatch.delenv("AUTOGRADER_DEBUG", raising=False)
    monkeypatch.setattr("autograder.cli.parser", lambda: 1 / 0)
    assert main([]) == ExitCode.INTERNAL
    assert capsys.readouterr().err == (
        "autograder: internal error, ZeroDivisionError: division by zero (AUTOGRADER_DEBUG=1 shows where)\n"
    )
