"""A larger search for what tells a listed mutant from the reference.

    python benchmarks/equivalents.py [ASSIGNMENT…] [--seeds N] [--jobs N]

Each mutant in `equivalent_mutants.toml` is held against all criteria of its part with the cases of N further seeds,
where an audit takes those of one. Prints each mutant that fails any, which is then no equivalent one, and its seed.
Exit code 1 if there is one.
"""

import argparse
import tomllib
from pathlib import Path

from autograder import bank, mutants
from autograder.assignment import Assignment
from autograder.auditing import as_answer, grade_answer, graded_parts
from autograder.course import Course
from autograder.pool import cores, results
from autograder.result import Outcome
from autograder.sandbox import Level
from autograder.terminal import progress

HOME = Course.find(Path(__file__).parent.parent)


def main() -> int:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignments", nargs="*", default=HOME.assignments())
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=cores())
    options = parser.parse_args()
    told = 0
    for name in options.assignments:
        assignment = Assignment.load(HOME, name)
        reference = bank.reference(HOME, assignment)
        path = HOME.solutions(name) / "equivalent_mutants.toml"
        listed = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        changed = mutants.of_answer(reference.definitions, graded_parts(assignment))
        answers = [as_answer(mutant) for mutant in changed if mutant.key in listed]
        tasks = [(assignment, reference, a, str(seed)) for a in answers for seed in range(1, options.seeds + 1)]
        found: dict[str, str] = {}
        with progress(f"searching {name}", len(tasks)) as ticker:
            for index, result in results(grade_answer, tasks, Level.FULL, options.jobs):
                ticker.tick()
                missed = [c.id for c in result.criteria if c.outcome is not Outcome.PASSED]
                if missed:
                    found[tasks[index][2].stem] = f"seed {tasks[index][3]}: {', '.join(missed)}"
        print(f"{name}: {len(answers)} listed mutants, {options.seeds} seeds, {len(found)} told from the reference")
        for stem, where in found.items():
            print(f"  {stem}: {where}")
        told += len(found)
    return int(told > 0)


if __name__ == "__main__":
    raise SystemExit(main())
