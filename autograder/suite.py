"""The hidden tests of one assignment, collected once by pytest, with the cases of each drawn once for a seed.

Cases don't depend on the submission: Hypothesis draws them before any answer is known. So they are drawn
once, against a test that always passes, and played to every submission. Hypothesis itself runs again only to
shrink a failure.

Each case is drawn by a run of Hypothesis with a seed of its own. In one long run cases are alike: Hypothesis makes new
ones by changing earlier ones, and of fifty draws among six lengths one length may never come. That serves a search for
bugs from one day to the next; a grade needs every course seed to find the same mistakes. Where there are no more
cases than a criterion takes, all of them are played.
"""

import copy
import functools
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, Verbosity
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS
from torch import Tensor

from autograder.errors import HarnessError
from autograder.hidden_tests.drawing import Numbers

# Nothing of the surroundings may change a grade: no configuration, no plug-ins, no cache, no output.
LEFT_OUT = "terminal cacheprovider logging junitxml doctest faulthandler threadexception unraisableexception warnings"
PYTEST_ARGUMENTS = (
    *("-c", os.devnull, "--rootdir", str(Path(__file__).parent), "--noconftest", "--import-mode=importlib"),
    *(f"-pno:{plugin}" for plugin in LEFT_OUT.split()),
    *("--capture=no", "--collect-only"),
)
PYTEST_VARIABLES = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")
# Hypothesis mixes numbers that it finds in the source of the loaded modules into what it draws. Then the cases of
# a seed would depend on what else is imported, and a grade on how the grader was started.
AVAILABLE_PROVIDERS["hypothesis"] = "autograder.drawn_alike.DrawnAlike"

Test = Callable[..., None]
Case = dict[str, Any]  # the arguments of one example, by name


@dataclass(frozen=True)
class Suite:
    """The tests of a folder, by criterion."""

    assignment: str
    tests: dict[str, Test]

    def cases(self, criterion: str, seed: str) -> tuple[Case, ...]:
        """The cases of one criterion for a course's seed; one without arguments for a test that draws nothing."""
        return _drawn(self.tests[criterion], criterion_seed(seed, self.assignment, criterion))


@functools.cache
def collected(folder: Path) -> Suite:
    """Let pytest collect the tests of a folder. Raises HarnessError when it can't."""
    plugin = _Collector()
    with _without_surroundings():
        code = pytest.main([*PYTEST_ARGUMENTS, str(folder)], plugins=[plugin])
    if plugin.trouble or code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise HarnessError(f"the hidden tests can't be collected: {plugin.trouble or code!s}")
    return Suite(folder.name, plugin.tests)


class _Collector:
    """The pytest plug-in that keeps what was collected."""

    def __init__(self) -> None:
        self.tests: dict[str, Test] = {}
        self.trouble = ""

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            assert isinstance(item, pytest.Function)
            self.tests[item.name.removeprefix("test_")] = item.obj

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.trouble = str(report.longrepr).splitlines()[-1]


@contextmanager
def _without_surroundings() -> Iterator[None]:
    """None of the variables by which pytest lets itself be changed."""
    kept = {name: os.environ.pop(name) for name in PYTEST_VARIABLES if name in os.environ}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        os.environ.update(kept)


def criterion_seed(course_seed: str, assignment: str, criterion: str) -> int:
    """The seed of one criterion's cases: the same for every submission, unknown without the course's secret."""
    digest = hashlib.sha256(f"{course_seed}/{assignment}/{criterion}".encode()).digest()
    return int.from_bytes(digest[:8])


def inner(test: Test) -> Test:
    """The function that takes one case: `test` itself where it draws nothing."""
    handle: Any = test
    if not hasattr(test, "hypothesis"):
        return test
    function: Test = handle.hypothesis.inner_test
    return function


@functools.lru_cache(maxsize=1024)
def _drawn(test: Test, seed: int) -> tuple[Case, ...]:
    if not hasattr(test, "hypothesis"):
        return ({},)
    return tuple(case for run in runs(test, seed) for case in _recorded(test, run)[run.skipped :])


@dataclass(frozen=True)
class Run:
    """A run of Hypothesis that draws `examples` cases, of which the first `skipped` are no news."""

    seed: int
    examples: int
    skipped: int = 0


@functools.lru_cache(maxsize=1024)
def runs(test: Test, seed: int) -> tuple[Run, ...]:
    """The runs that draw the cases of a test: a case each, or all at once where that is all that there is."""
    wanted = _settings(test).max_examples
    whole = Run(seed, wanted)
    if len(_recorded(test, whole)) < wanted:
        return (whole,)
    # Every run begins with the simplest case.
    return (Run(seed, 1), *(Run(criterion_seed(str(seed), "case", str(i)), 2, skipped=1) for i in range(1, wanted)))


def _recorded(test: Test, run: Run) -> list[Case]:
    """The cases of one run."""
    cases: list[Case] = []

    def record(student: object, **case: Any) -> None:
        cases.append(fresh(case))

    run_hypothesis(test, record, None, run, shrink=False)
    return cases


def _settings(test: Test) -> hypothesis.settings:
    """What the test itself asks for."""
    found: hypothesis.settings | None = getattr(test, "_hypothesis_internal_use_settings", None)
    return found or hypothesis.settings()


def run_hypothesis(test: Test, function: Test, student: Any, run: Run, *, shrink: bool) -> None:
    """Let Hypothesis draw the cases of a run for `test` and give them to `function`; raises what it raises."""
    handle: Any = test
    settings = hypothesis.settings(
        _settings(test),
        max_examples=run.examples,
        database=None,
        deadline=None,
        derandomize=False,  # the seed decides; `derandomize` would draw the same cases in every course
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        phases=[
            *([] if run.skipped else [Phase.explicit]),  # examples written at the test are played once
            Phase.generate,
            *([Phase.shrink] if shrink else []),
        ],
    )
    # The function object is shared by all that run this test: what is changed on it is put back.
    kept = handle.hypothesis.inner_test, handle._hypothesis_internal_use_settings
    handle.hypothesis.inner_test = functools.wraps(kept[0])(function)
    handle._hypothesis_internal_use_settings = settings
    handle._hypothesis_internal_use_seed = run.seed
    # There is no database. Without a key Hypothesis would read and tokenize the test's source for each run.
    handle._hypothesis_internal_database_key = b""
    try:
        test(student)
    finally:
        handle.hypothesis.inner_test, handle._hypothesis_internal_use_settings = kept
        del handle._hypothesis_internal_use_seed


def fresh(value: Any) -> Any:
    """A copy of what was drawn, since a test may use it up: a stream of numbers moves on."""
    match value:
        case Tensor():
            return value.clone()
        case Numbers():
            return value.copy()
        case tuple():
            items = [fresh(item) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        case list():
            return [fresh(item) for item in value]
        case dict():
            return {key: fresh(item) for key, item in value.items()}
        case None | bool() | int() | float() | str():
            return value
        case _:
            return copy.deepcopy(value)
