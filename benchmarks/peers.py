"""Throughput beside stock `nbgrader autograde` and `otter run`, on the same right submissions.

    python benchmarks/peers.py [--submissions N] [--ours M] [--env FOLDER]

The peers get the same hidden tests at the same strength: each grade cell, or each test file, runs one of them
by Hypothesis against the notebook's names, in the notebook's own process, as tests in nbgrader and Otter are
run. Start-up is left out for all: it is measured on one submission and taken off. Each grader uses what it can
use of the machine: ours all cores, the others one notebook at a time, which is all that they offer.

The peers are installed into an environment of their own, FOLDER (default: benchmarks/.peers), the first time.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from classes import answers, course_in, hand_in, seconds
from in_process import HOME

from autograder import bank
from autograder.assignment import Assignment
from autograder.pool import cores

HERE = Path(__file__).resolve().parent
TEST = "from in_process import hold\nhold({assignment!r}, {criterion!r}, globals())\n"
OTTER_TEST = """OK_FORMAT = False
from otter.test_files import test_case
name, points = {criterion!r}, {points}

@test_case()
def test(env):
    from in_process import hold
    hold({assignment!r}, {criterion!r}, env)
"""


def environment(folder: Path) -> Path:
    """The folder of the peers' programs."""
    if not (folder / "installed").exists():
        print(f"installing nbgrader and otter-grader into {folder}")
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet"]
        limits = ["--constraint", HOME.root / "constraints.txt"]
        subprocess.run([*pip, *limits, "torch"], check=True)  # before anything that would bring another build of it
        subprocess.run([*pip, *limits, "otter-grader", "nbgrader", "--editable", HOME.root], check=True)
        (folder / "installed").touch()
    return folder / "bin"


def run(programs: Path, *command: str | Path, cwd: Path) -> float:
    """Wall-clock time of a peer's command."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    threads = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    start = time.perf_counter()
    done = subprocess.run(
        [programs / command[0], *command[1:]],
        cwd=cwd,
        env=os.environ | {"PATH": path, "PYTHONPATH": str(HERE)} | threads,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return time.perf_counter() - start


def nbgrader_course(root: Path, assignment: Assignment, count: int) -> None:
    """A course of stock nbgrader: our notebook, whose grade cells run the tests themselves; and its submissions."""
    reference = bank.reference(HOME, assignment)
    (root / "nbgrader_config.py").write_text("c = get_config()\nc.ExecutePreprocessor.timeout = 300\n")
    notebook = bank.as_submission(assignment).notebook
    place(notebook, assignment)
    (root / "source" / assignment.name).mkdir(parents=True)
    nbformat.write(notebook, root / "source" / assignment.name / f"{assignment.name}.ipynb")
    drawn = answers(assignment, only_right=True)
    for number in range(count):
        notebook = bank.as_submission(assignment, reference, next(drawn)).notebook
        place(notebook, assignment)
        folder = root / "submitted" / f"student{number:05}" / assignment.name
        folder.mkdir(parents=True)
        nbformat.write(notebook, folder / f"{assignment.name}.ipynb")


def place(notebook: nbformat.NotebookNode, assignment: Assignment) -> None:
    """Put the hidden tests into the grade cells."""
    for cell in notebook.cells:
        criterion = cell.metadata.get("nbgrader", {}).get("grade_id")
        if criterion in assignment.criteria:
            cell.source = TEST.format(assignment=assignment.name, criterion=criterion)


def nbgrader(programs: Path, assignment: Assignment, count: int) -> float:
    """Seconds of stock nbgrader for `count` submissions."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        nbgrader_course(root, assignment, count)
        run(programs, "nbgrader", "generate_assignment", assignment.name, cwd=root)
        taken = run(programs, "nbgrader", "autograde", assignment.name, cwd=root)
        graded = list((root / "autograded").glob(f"*/{assignment.name}/{assignment.name}.ipynb"))
        assert len(graded) == count
    return taken


def otter(programs: Path, assignment: Assignment, count: int) -> float:
    """Seconds of `otter run` for `count` submissions, one after the other."""
    points = {cell.grade_id: cell.points for cell in assignment.grade_cells}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "tests").mkdir()
        for criterion in assignment.criteria:
            test = OTTER_TEST.format(assignment=assignment.name, criterion=criterion, points=points[criterion])
            (root / "tests" / f"{criterion}.py").write_text(test)
        run(programs, "otter", "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment", cwd=root)
        nbgrader_course(root, assignment, count)
        taken = 0.0
        for notebook in sorted((root / "submitted").glob("*/*/*.ipynb")):
            shutil.copy(notebook, root / "submission.ipynb")
            taken += run(programs, "otter", "run", "-a", "autograder.zip", "submission.ipynb", cwd=root)
    return taken


def ours(assignment: Assignment, count: int) -> float:
    """Seconds of `autograder grade` for `count` submissions, on all cores."""
    with tempfile.TemporaryDirectory() as folder:
        course = course_in(Path(folder) / "course", assignment.name)
        hand_in(course, assignment, answers(assignment, only_right=True), 0, count)
        return seconds("grade", assignment.name, "--course", str(course.root), "--jobs", str(cores()), "--json")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=6, help="for the peers")
    parser.add_argument("--ours", type=int, default=200, help="for our grader")
    parser.add_argument("--env", type=Path, default=HERE / ".peers")
    options = parser.parse_args()
    programs = environment(options.env)
    assignment = Assignment.load(HOME, "attention")
    each = {}
    first, all_of_them = (nbgrader(programs, assignment, count) for count in (1, options.submissions + 1))
    each["nbgrader autograde"] = (all_of_them - first) / options.submissions
    # A command for each notebook: nothing of it is the start-up of a class.
    each["otter run"] = otter(programs, assignment, options.submissions) / options.submissions
    few = cores()  # a worker each: one submission alone would start none, and theirs would count as grading
    first, all_of_them = ours(assignment, few), ours(assignment, options.ours + few)
    each["autograder grade"] = (all_of_them - first) / options.ours
    print(f"\n{assignment.name}, right submissions, {cores()} cores, level full")
    for name, taken in each.items():
        print(f"{name:20} {taken:8.3f} s a submission   {taken / each['autograder grade']:6.1f} times ours")


if __name__ == "__main__":
    main()
