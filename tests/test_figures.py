"""The chapter's figures, and a command that would notice if one went away."""

import pytest

from autograder.commands import figures as command
from autograder.course import Course
from autograder.figures import Figure, figures


@pytest.fixture(scope="module")
def found(home: Course) -> list[Figure]:
    """All figures, trained models included."""
    return list(figures(home, trained=True))


def test_every_figure_is_as_printed(found: list[Figure]) -> None:
    """Within the tolerance that stands beside it."""
    assert [figure for figure in found if not figure.holds] == []


def test_only_one_figure_is_beyond_repeating(found: list[Figure]) -> None:
    """The least-squares fit in float32; all others have a tolerance, and it is a small one."""
    assert [figure.name for figure in found if figure.tolerance is None] == ["error of a fitted shift by 7"]
    for figure in found:
        if figure.tolerance is not None and not figure.note:
            # Half a unit of the last printed digit, two decimals at the least; chance, where a model was trained.
            assert figure.tolerance <= (0.02 if figure.section == "sorting" else 0.0051), figure


def test_all_sections_of_the_chapter_are_there(found: list[Figure]) -> None:
    """In its order."""
    assert list(dict.fromkeys(figure.section for figure in found)) == [
        *("soft lookup", "attention", "variance", "multi-head", "positions", "block"),
        *("sorting", "copying", "exercise 1", "exercise 2", "exercise 3"),
    ]


def test_a_figure_that_is_off_is_seen() -> None:
    """The row says so."""
    off = Figure("section", "name", 1.0, 1.2, 0.1)
    assert not off.holds
    assert list(command.table([off], []).columns[-1].cells) == ["[red]differs[/]"]
