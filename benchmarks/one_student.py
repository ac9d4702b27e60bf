"""What one student's whole course costs: all assignments in one command, training included, on one core.

    python benchmarks/one_student.py [--rounds N]

Prints the seconds of `autograder grade` with one job, of which the start-up (a command that finds nothing to do) and
each assignment's own. The course is made in a temporary folder.
"""

import argparse
import json
import statistics
import tempfile
from pathlib import Path

import nbformat
from classes import course_in, seconds
from in_process import HOME

from autograder import bank
from autograder.assignment import Assignment
from autograder.gradebook.autograded import read_result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    names = HOME.assignments()
    with tempfile.TemporaryDirectory() as folder:
        course = course_in(Path(folder) / "course", *names)
        for name in names:
            assignment = Assignment.load(course, name)
            target = course.submitted("ada", name) / f"{name}.ipynb"
            target.parent.mkdir(parents=True)
            notebook = bank.as_submission(assignment, bank.reference(HOME, assignment), student="ada").notebook
            nbformat.write(notebook, target)
        command = ("grade", *names, "--course", str(course.root), "--jobs", "1", "--json")
        whole, nothing = [], []
        for _ in range(options.rounds):
            whole.append(seconds(*command, "--force"))
            nothing.append(seconds(*command))
        results = [read_result(course.autograded("ada", name) / f"{name}.ipynb") for name in names]
    each = {result.assignment: result.seconds for result, _ in filter(None, results)}
    print(f"{len(names)} assignments of one student: {statistics.median(whole):.1f} s on one core")
    print(f"start-up: {statistics.median(nothing):.1f} s")
    print(json.dumps({name: round(taken, 2) for name, taken in each.items()}))


if __name__ == "__main__":
    main()
