"""What the outcome of a criterion depends on besides the submission, as a digest per criterion.

Equal digests mean that grading again would give the same outcome: the same test with the same helpers, the same
grader, the same versions of the libraries, the same cells of ours around the student's, the same seed. What only
prints or records is left out, and so are the other criteria: one that is mended is the only one to run again.
"""

import ast
import functools
import hashlib
import sys
from importlib.metadata import version
from pathlib import Path

from autograder.assignment import Assignment
from autograder.workplace import runnable_cells

PACKAGE = Path(__file__).parent
LIBRARIES = ("torch", "numpy", "hypothesis", "ipython", "msgspec")


def fingerprints(assignment: Assignment, seed: str) -> dict[str, str]:
    """Criterion, or grade cell that none claims → digest."""
    common = hashlib.sha256(_common(assignment, seed).encode())
    digests = {cell.grade_id: common.hexdigest() for cell in assignment.grade_cells if not cell.manual}
    for path in sorted(assignment.tests_path.glob("test_*.py")):
        helpers = "".join(map(_text, sorted(imported(path) - imported(PACKAGE / "grading.py") - {path})))
        around, tests = _split(path)
        for criterion, source in tests.items():
            digest = common.copy()
            digest.update("\0".join((helpers, around, source)).encode())
            digests[criterion] = digest.hexdigest()
    return digests


def _common(assignment: Assignment, seed: str) -> str:
    """What all criteria of an assignment depend on."""
    by_name = {PACKAGE / "drawn_alike.py", *(PACKAGE / "sandbox").rglob("*.py")}  # of what no import tells
    engine = sorted(imported(PACKAGE / "grading.py") | by_name)
    versions = [sys.version, *(f"{library} {version(library)}" for library in LIBRARIES)]
    cells = [cell.source for cell in runnable_cells(assignment.source, assignment.criteria)]
    rules = [*assignment.forbidden, *(f"{part}\0{text}" for part, text in assignment.stand_ins.items())]
    return "\0".join((seed, *map(_text, engine), *versions, *cells, *rules))


@functools.cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@functools.cache
def imported(path: Path) -> frozenset[Path]:
    """A module of this package and all that it imports from the package, directly or not."""
    found = {path}
    waiting = [path]
    while waiting:
        for module in _imports(waiting.pop()):
            if module not in found:
                found.add(module)
                waiting.append(module)
    return frozenset(found)


def _imports(path: Path) -> set[Path]:
    names: set[str] = set()
    inside = path.is_relative_to(PACKAGE)  # hidden tests may lie elsewhere; they import by full names
    package = ".".join(path.relative_to(PACKAGE.parent).parts[:-1]) if inside else ""
    for node in ast.walk(ast.parse(_text(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *filter(None, [node.module])])
            names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    candidates = (PACKAGE.parent.joinpath(*name.split(".")) for name in names if name.startswith(PACKAGE.name))
    return {file for stem in candidates for file in (stem.with_suffix(".py"), stem / "__init__.py") if file.is_file()}


def _split(path: Path) -> tuple[str, dict[str, str]]:
    """A file of tests without its tests, and each test by its criterion."""
    source = _text(path)
    lines = source.splitlines()
    tests: dict[str, str] = {}
    for node in reversed(ast.parse(source).body):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min(node.lineno, *(decorator.lineno for decorator in node.decorator_list), node.lineno) - 1
            tests[node.name.removeprefix("test_")] = "\n".join(lines[first : node.end_lineno])
            del lines[first : node.end_lineno]
    return "\n".join(line for line in lines if line.strip()), tests
