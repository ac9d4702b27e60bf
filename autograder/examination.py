"""Running the hidden tests of one submission with pytest, and turning each test's end into an outcome."""

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis.errors import Flaky

from autograder.hidden_tests.expectations import Unmet, shown
from autograder.result import Outcome
from autograder.student import (
    Call,
    NotImplementedByStudent,
    Student,
    StudentCrashed,
    StudentRaised,
    StudentTimedOut,
)

# Nothing of the surroundings may change a grade: no configuration, no plug-ins, no cache, no output.
LEFT_OUT = "terminal cacheprovider logging junitxml doctest faulthandler threadexception unraisableexception warnings"
PYTEST_ARGUMENTS = (
    *("-c", os.devnull, "--rootdir", str(Path(__file__).parent), "--noconftest", "--import-mode=importlib"),
    *(f"-pno:{plugin}" for plugin in LEFT_OUT.split()),
    "--capture=no",
)


@dataclass(frozen=True)
class Verdict:
    """How one criterion ended, in the words that the student reads."""

    outcome: Outcome
    message: str = ""
    counterexample: str | None = None


def examine(
    tests: Path, criteria: Collection[str], student: Student, seed: str, *, shrink: bool = True
) -> dict[str, Verdict]:
    """Run the given criteria of a folder of hidden tests against `student`; criterion id → verdict.

    Without `shrink` the first failing case found is the counterexample; the outcome is the same.
    A criterion that pytest did not reach (an import error of the tests, say) is a harness error.
    """
    plugin = _Examination(student, seed, frozenset(criteria), shrink)
    previous = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        code = pytest.main([*PYTEST_ARGUMENTS, str(tests)], plugins=[plugin, sys.modules[__name__]])
    finally:
        if previous is None:
            del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        else:
            os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = previous
    missing = Verdict(
        Outcome.HARNESS_ERROR,
        plugin.trouble or f"pytest did not run this criterion (its exit code: {code!s})",
    )
    return {criterion: plugin.verdicts.get(criterion, missing) for criterion in criteria}


_STUDENT = pytest.StashKey[Student]()


# Session-wide, since Hypothesis rightly refuses a fixture that would have to be made anew for each example.
@pytest.fixture(scope="session")
def student(request: pytest.FixtureRequest) -> Student:
    """The submission under examination."""
    return request.config.stash[_STUDENT]


class _Examination:
    """The pytest plug-in of one submission: its seeds and its verdicts."""

    def __init__(self, student: Student, seed: str, criteria: frozenset[str], shrink: bool) -> None:
        self._student, self._seed, self._criteria, self._shrink = student, seed, criteria, shrink
        self.verdicts: dict[str, Verdict] = {}
        self.trouble = ""

    def pytest_configure(self, config: pytest.Config) -> None:
        config.stash[_STUDENT] = self._student

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if _criterion(item) in self._criteria]
        for item in items:
            assert isinstance(item, pytest.Function)
            seed = criterion_seed(self._seed, item.path.parent.name, _criterion(item))
            item.obj = prepared(item.obj, self._student, seed, shrink=self._shrink)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.trouble = f"the hidden tests can't be collected: {str(report.longrepr).splitlines()[-1]}"

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self._student.begin_criterion(criterion_seed(self._seed, item.path.parent.name, _criterion(item)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        report = yield
        if call.excinfo is not None:
            self.verdicts[_criterion(item)] = verdict_on(call.excinfo.value)
        elif call.when == "call":
            self.verdicts[_criterion(item)] = Verdict(Outcome.PASSED)
        return report


def _criterion(item: pytest.Item) -> str:
    return item.name.removeprefix("test_")


def criterion_seed(course_seed: str, assignment: str, criterion: str) -> int:
    """The seed of one criterion's cases: the same for every submission, unknown without the course's secret."""
    digest = hashlib.sha256(f"{course_seed}/{assignment}/{criterion}".encode()).digest()
    return int.from_bytes(digest[:8])


def prepared(test: Callable[..., None], student: Student, seed: int, *, shrink: bool) -> Callable[..., None]:
    """A test function whose cases follow from `seed` and whose failures carry their counterexample."""
    first = getattr(test, "check_first", None)
    if first is not None:
        return _after(_with_counterexample(first, student), _seeded(test, student, seed, shrink), student)
    return _seeded(test, student, seed, shrink)


def _after(first: Callable[..., None], test: Callable[..., None], student: Student) -> Callable[..., None]:
    @functools.wraps(test)
    def both(*args: Any, **kwargs: Any) -> None:
        first(student)
        test(*args, **kwargs)

    return both


def _seeded(test: Callable[..., None], student: Student, seed: int, shrink: bool) -> Callable[..., None]:
    if not hasattr(test, "hypothesis"):
        return _with_counterexample(test, student)
    # Copied, since the function is shared by all submissions and each has its own student.
    copy = hypothesis.settings(
        getattr(test, "_hypothesis_internal_use_settings", hypothesis.settings.default),
        database=None,
        deadline=None,
        derandomize=False,  # the seed decides; `derandomize` would draw the same cases in every course
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, *((Phase.shrink,) if shrink else ())),
    )
    handle: Any = test
    inner = getattr(handle.hypothesis.inner_test, "__wrapped__", handle.hypothesis.inner_test)
    handle.hypothesis.inner_test = _with_counterexample(inner, student)
    handle._hypothesis_internal_use_settings = copy
    return hypothesis.seed(seed)(test)


def _with_counterexample(test: Callable[..., None], student: Student) -> Callable[..., None]:
    @functools.wraps(test)
    def one_example(*args: Any, **kwargs: Any) -> None:
        student.begin_example()
        try:
            test(*args, **kwargs)
        except (Unmet, StudentRaised) as error:
            error.counterexample = counterexample(student.calls, error)  # type: ignore[union-attr]
            raise

    return one_example


def counterexample(calls: list[Call], error: Unmet | StudentRaised) -> str | None:
    """The last call of a failed example and what came of it, as text that can be typed in."""
    if not calls:
        return None
    call = calls[-1]
    lines = []
    names = []
    for position, argument in enumerate(call.args):
        if argument is None or isinstance(argument, bool | int | float | str):
            names.append(repr(argument))
        else:
            name = f"arg{position + 1}"
            names.append(name)
            lines.append(f"{name} = {shown(argument)}")
    names += [f"{name}={shown(value)}" for name, value in call.kwargs.items()]
    lines.append(f"{call.name}({', '.join(names)})")
    if isinstance(error, Unmet):
        lines += [f"{label}: {shown(value)}" for label, value in error.comparison]
    return "\n".join(lines)


def verdict_on(error: BaseException) -> Verdict:
    """What an exception that ended a test means. Anything not raised on purpose is our own fault."""
    match error:
        case Unmet():
            return Verdict(Outcome.FAILED, f"{error.message}.", getattr(error, "counterexample", None))
        case StudentRaised():
            place = f" ({error.raised.where})" if error.raised.where else ""
            return Verdict(Outcome.FAILED, f"{error}{place}.", getattr(error, "counterexample", None))
        case Flaky():
            # Hypothesis tries a failing case again. Ours are functions of the seed, so it was the answer that changed.
            reason = next((e for e in getattr(error, "exceptions", ()) if isinstance(e, Unmet | StudentRaised)), None)
            message = (
                "the same call gave different results when it was repeated; an answer must not remember earlier calls"
            )
            return Verdict(Outcome.FAILED, f"{message}.", getattr(reason, "counterexample", None))
        case NotImplementedByStudent():
            return Verdict(Outcome.NOT_IMPLEMENTED, f"{error}.")
        case StudentTimedOut():
            return Verdict(Outcome.TIMED_OUT, f"{error}.")
        case StudentCrashed():
            return Verdict(Outcome.CRASHED, f"{error}.")
        case _:
            return Verdict(Outcome.HARNESS_ERROR, f"the grader failed: {type(error).__name__}: {error}"[:500])
