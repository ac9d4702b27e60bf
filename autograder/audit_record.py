"""The record of an assignment's last clean audit, kept beside its solutions, and whether it still holds.

An audit takes minutes, and publishing should not: a record with the digest of all that the error rate of the
hidden tests is about (the tests and how their cases are drawn, the bank, the notebook, the mutants) stands for the
audit that made it.
"""

import hashlib
import json
from typing import Any

from autograder.assignment import Assignment
from autograder.auditing import Audit
from autograder.course import Course
from autograder.dependencies import PACKAGE, imported

FILE = "audit.json"


def digest(course: Course, assignment: Assignment) -> str:
    """A digest of everything that an audit of this assignment judges, not of how it judges. The same everywhere."""
    solutions = course.solutions(assignment.name)
    tests = set().union(*map(imported, assignment.tests_path.glob("*.py")))
    judged = [path for path in tests if path.is_relative_to(PACKAGE / "hidden_tests")]
    judged += [path for path in tests if not path.is_relative_to(PACKAGE)]
    judged += [PACKAGE / name for name in ("mutants.py", "suite.py", "drawn_alike.py")]
    found = hashlib.sha256(assignment.source_path.read_bytes())
    for text in sorted({path.read_text(encoding="utf-8") for path in judged}):
        found.update(text.encode() + b"\0")
    for path in sorted((*solutions.rglob("*.py"), *solutions.glob("*.toml"))):
        found.update(f"{path.relative_to(solutions).as_posix()}\0{path.read_text(encoding='utf-8')}\0".encode())
    for part, source in sorted(assignment.stand_ins.items()):
        found.update(f"{part}\0{source}\0".encode())
    return found.hexdigest()


def current(course: Course, assignment: Assignment) -> dict[str, Any] | None:
    """What the last clean audit found; None if there was none or something has changed since."""
    path = course.solutions(assignment.name) / FILE
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return record if record["digest"] == digest(course, assignment) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep(course: Course, assignment: Assignment, audit: Audit) -> None:
    """Record an audit without findings. One of the same state over more seeds stays."""
    assert not audit.findings
    before = current(course, assignment)
    if before is not None and before["seeds"] > audit.seeds:
        return
    record = {
        "digest": digest(course, assignment),
        "seeds": audit.seeds,
        **audit.counts,
        "equivalent mutants": len(audit.survivors),
        "killed": audit.killed,
        "named": audit.named,
        "named rightly": audit.named_rightly,
        "criteria that no wrong answer needs": audit.idle,
    }
    path = course.solutions(assignment.name) / FILE
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
