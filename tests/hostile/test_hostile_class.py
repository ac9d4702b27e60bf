"""A class in which half hand in files that forge, flood, point elsewhere or can't be read.

It is graded to the end: nobody gets more than their code deserves, every honest score is what the same notebook gets
alone, and no page that a student sees holds anything of ours.
"""

import inspect
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder import bank
from autograder.assignment import Assignment
from autograder.bank import Answer, as_submission
from autograder.course import Course
from autograder.grading import grade
from autograder.sandbox import Sandbox
from autograder.suite import collected

Run = Callable[..., tuple[int, str, str]]
Notebook = dict[str, Any]
Change = Callable[[Notebook], None]

WRONG = """
def attention(Q, K, V, mask=None):
    return torch.zeros(*Q.shape[:-1], V.shape[-1]), torch.zeros(*Q.shape[:-1], K.shape[-2])
"""
DESERVED = 10.0  # what the notebook with this attention and right other parts gets
ACCEPTED, MISTAKES = 7, 20  # every so many answers of the bank are honest students
SCRIPT = "<script>document.title = 'pwned'</script>"


def grade_cells(notebook: Notebook) -> list[dict[str, Any]]:
    """The cells that carry points."""
    return [cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader", {}).get("grade")]


def forged_outputs(notebook: Notebook) -> None:
    """Every grade cell shows that it was passed."""
    for cell in grade_cells(notebook):
        if cell["cell_type"] == "code":
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "1.0"}]
            cell["execution_count"] = 1


def points_in_the_metadata(notebook: Notebook) -> None:
    """Every grade cell is worth a thousand points."""
    for cell in grade_cells(notebook):
        cell["metadata"]["nbgrader"]["points"] = 1000


def negative_points(notebook: Notebook) -> None:
    """Points of no number."""
    for cell in grade_cells(notebook):
        cell["metadata"]["nbgrader"]["points"] = float("nan")


def grade_cells_of_its_own(notebook: Notebook) -> None:
    """A new grade cell that gives points for nothing."""
    own = json.loads(json.dumps(grade_cells(notebook)[0]))
    own["metadata"]["nbgrader"] |= {"grade_id": "more", "points": 100}
    notebook["cells"].append(own | {"source": "100.0", "id": "more"})


def all_grade_cells_twice(notebook: Notebook) -> None:
    """Every grade cell is there twice."""
    notebook["cells"] += json.loads(json.dumps(grade_cells(notebook)))


def without_grade_cells(notebook: Notebook) -> None:
    """No cell that could say that something failed."""
    kept = grade_cells(notebook)
    notebook["cells"] = [cell for cell in notebook["cells"] if cell not in kept]


def swapped_grade_ids(notebook: Notebook) -> None:
    """The cells of wrong parts carry the names of right ones."""
    cells = grade_cells(notebook)
    names = [cell["metadata"]["nbgrader"]["grade_id"] for cell in cells]
    for cell, name in zip(cells, reversed(names), strict=True):
        cell["metadata"]["nbgrader"]["grade_id"] = name


def visible_checks_that_pass(notebook: Notebook) -> None:
    """The checks in the grade cells check nothing."""
    for cell in grade_cells(notebook):
        cell["source"] = "assert True"


def unlocked(notebook: Notebook) -> None:
    """Nothing is locked, all is a solution."""
    for cell in notebook["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"] |= {"locked": False, "solution": True, "grade": False}


def metadata_of_other_kinds(notebook: Notebook) -> None:
    """Lists, numbers and nothing where objects should be."""
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"]["nbgrader"] = ([], 7, None, "x", {"grade_id": ["a"]})[number % 5]


def another_kernel(notebook: Notebook) -> None:
    """A kernel that would run shell commands."""
    notebook["metadata"]["kernelspec"] = {"name": "bash", "display_name": SCRIPT, "language": "bash"}
    notebook["metadata"]["language_info"] = {"name": SCRIPT}


def scripts_everywhere(notebook: Notebook) -> None:
    """HTML and scripts in text, in outputs, in attachments and in widgets."""
    data = {"text/html": SCRIPT, "application/javascript": "document.title = 'pwned'", "image/svg+xml": SCRIPT}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["attachments"] = {SCRIPT: {"text/html": SCRIPT}}
        else:
            cell["outputs"] = [{"output_type": "display_data", "data": data, "metadata": {}}]
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {SCRIPT: data}}}
    notebook["cells"].append({"cell_type": "markdown", "id": "own", "metadata": {}, "source": SCRIPT})
    notebook["cells"].append(code(f"from IPython.display import HTML\nprint({SCRIPT!r})\nHTML({SCRIPT!r})"))


def the_same_id_everywhere(notebook: Notebook) -> None:
    """All cells have one id."""
    for cell in notebook["cells"]:
        cell["id"] = "x"


def ids_with_paths(notebook: Notebook) -> None:
    """Ids that lead out of a folder."""
    for number, cell in enumerate(notebook["cells"]):
        cell["id"] = f"../../{number}\0\n"


def two_thousand_cells(notebook: Notebook) -> None:
    """More cells than anybody reads."""
    notebook["cells"] += [code("pass") for _ in range(2_000)]


def one_huge_cell(notebook: Notebook) -> None:
    """A cell of two megabytes."""
    notebook["cells"].append(code("#" * 2_000_000))


def source_as_lines(notebook: Notebook) -> None:
    """Sources as lists, as old versions had them, with something that is no text among them."""
    notebook["cells"].append(code("pass") | {"source": ["x = 1\n", 2]})


def cells_of_unknown_kinds(notebook: Notebook) -> None:
    """Kinds of cells that nobody defined."""
    notebook["cells"].append({"cell_type": "exec", "id": "own", "metadata": {}, "source": "grant()"})


def a_later_format(notebook: Notebook) -> None:
    """A version of the format that does not exist."""
    notebook |= {"nbformat": 4, "nbformat_minor": 10**9}


def stops_the_others(notebook: Notebook) -> None:
    """A cell that kills what it can see, then never ends."""
    notebook["cells"].append(code("import os\nfor p in range(1, 999):\n    try: os.kill(p, 9)\n    except OSError: 0"))
    notebook["cells"].append(code("while True: pass"))


def code(source: str) -> dict[str, Any]:
    """A code cell."""
    return {
        "cell_type": "code",
        "id": "own",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


CHANGES: tuple[Change, ...] = (
    forged_outputs,
    points_in_the_metadata,
    negative_points,
    grade_cells_of_its_own,
    all_grade_cells_twice,
    without_grade_cells,
    swapped_grade_ids,
    visible_checks_that_pass,
    unlocked,
    metadata_of_other_kinds,
    another_kernel,
    scripts_everywhere,
    the_same_id_everywhere,
    ids_with_paths,
    two_thousand_cells,
    one_huge_cell,
    source_as_lines,
    cells_of_unknown_kinds,
    a_later_format,
    stops_the_others,
)


def unreadable(course: Course) -> dict[str, bytes]:
    """Files that are no notebook, by student."""
    return {
        "deep": b"[" * 1_000_000,
        "deep_notebook": b'{"nbformat": 4, "cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "empty": b"",
        "zeros": bytes(1_000_000),
        "other_text": "ﷺ not JSON".encode("utf-16"),
        "huge": b" " * 50_000_001,
        "number": b"4",
        "secret": str(course.root / ".course_seed").encode(),
    }


def links(course: Course) -> dict[str, Path]:
    """Links that a student's folder may hold in place of the notebook, by student."""
    return {
        "link_to_the_gradebook": course.root / "gradebook.db",
        "link_to_the_seed": course.root / ".course_seed",
        "link_to_a_neighbour": course.submitted("honest00", "attention") / "attention.ipynb",
        "link_to_itself": course.submitted("link_to_itself", "attention") / "attention.ipynb",
        "link_to_a_device": Path("/dev/zero"),
    }


@pytest.fixture
def honest(home: Course, attention: Assignment, reference: Answer) -> dict[str, Answer]:
    """Honest students, right and wrong."""
    answers = [reference, *bank.accepted(home, attention)[::ACCEPTED], *bank.mistakes(home, attention)[::MISTAKES]]
    return {f"honest{number:02}": answer for number, answer in enumerate(answers)}


def hand_in(course: Course, student: str, raw: bytes) -> None:
    """Put a file where collecting would put it."""
    folder = course.submitted(student, "attention")
    folder.mkdir(parents=True)
    (folder / "attention.ipynb").write_bytes(raw)


def secrets(course: Course, home: Course, attention: Assignment) -> list[str]:
    """What no student may read."""
    tests = [inspect.getsource(inspect.unwrap(test)) for test in collected(attention.tests_path).tests.values()]
    lines = [line.strip() for test in tests for line in test.splitlines() if '"""' not in line]
    seed = (course.root / ".course_seed").read_text().strip()
    return [seed, str(course.root), str(home.root), *(line for line in lines if len(line) > 45)]


def test_a_class_with_hostile_students(
    course: Course,
    home: Course,
    attention: Assignment,
    reference: Answer,
    honest: dict[str, Answer],
    sandbox: Sandbox,
    jobs: int,
    run: Run,
) -> None:
    """Nobody gains, nobody is harmed, nothing is told."""
    assert run("generate", "attention", "--no-audit", "--course", course.root)[0] == 0
    wrong = Answer(Path("wrong.py"), "", (), "", {"attention": WRONG.strip()}, "")
    for student, answer in honest.items():
        notebook = as_submission(attention, reference, answer).notebook
        hand_in(course, student, json.dumps(notebook).encode())
    for change in CHANGES:
        notebook = json.loads(json.dumps(as_submission(attention, reference, wrong).notebook))
        change(notebook)
        hand_in(course, change.__name__, json.dumps(notebook).encode())
    for student, raw in unreadable(course).items():
        hand_in(course, student, raw)
    for student, target in links(course).items():
        folder = course.submitted(student, "attention")
        folder.mkdir(parents=True)
        (folder / "attention.ipynb").symlink_to(target)
    (course.submitted("a_folder", "attention") / "attention.ipynb").mkdir(parents=True)

    code, out, err = run("grade", "attention", "--course", course.root, "--json", "--jobs", jobs)
    results = {result["student"]: result for result in map(json.loads, out.splitlines())}
    assert code == 1  # some files can't be read, and are named
    for student in (*unreadable(course), *links(course), "a_folder"):
        assert student not in results or results[student]["score"] == 0
        assert f"{student}/attention/attention.ipynb" in err

    seed = course.seed()
    for student, answer in honest.items():
        alone = grade(as_submission(attention, reference, answer), attention, sandbox, seed, shrink=False)
        assert results[student]["score"] == alone.score, student
    for change in CHANGES:
        result = results.get(change.__name__)
        assert result is None or result["score"] <= DESERVED, change.__name__
        assert result is None or all(c["outcome"] != "harness_error" for c in result["criteria"]), change.__name__

    with sqlite3.connect(course.root / "gradebook.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert run("feedback", "attention", "--course", course.root)[0] == 0
    pages = sorted((course.root / "feedback").rglob("*.html"))
    assert len(pages) >= len(honest)
    told = secrets(course, home, attention)
    solution = [line.strip() for line in reference.definitions["attention"].splitlines() if len(line) > 45]
    for page in pages:
        text = page.read_text()
        assert [secret for secret in told if secret in text] == [], page
        if "honest" not in str(page):  # those wrote it themselves
            assert [line for line in solution if line in text] == [], page
        assert SCRIPT not in text, page
        assert "\x1b" not in text
    assert not [link for link in (course.root / "autograded").rglob("*") if os.path.islink(link)]
