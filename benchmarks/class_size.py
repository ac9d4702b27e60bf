"""What a class costs, from ten students to thousands, gradebook included.

    python benchmarks/class_size.py [ASSIGNMENT] [--sizes 10 100 300 1000] [--jobs N] [--only-right]

Hands in up to each size in turn and grades what is new, then grades again with nothing changed. Prints, per
step: seconds, submissions a second, seconds per new submission, the processor time that went into the gradebook
in the first process, and the largest resident memory of the processes that graded. The course is made in a
temporary folder.
"""

import argparse
import os
import tempfile
import threading
import time
from pathlib import Path

from classes import answers, course_in, hand_in, seconds

from autograder.assignment import Assignment
from autograder.gradebook.record import Recorder


class Memory(threading.Thread):
    """Watches the resident memory of this process's descendants: their sum, at its largest."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self.ended = threading.Event()

    def run(self) -> None:
        """Look twice a second."""
        while not self.ended.wait(0.5):
            self.peak = max(self.peak, sum(map(private, descendants(os.getpid()))))


def descendants(pid: int) -> list[int]:
    """The processes below one, by what /proc says."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
    found = {pid}
    while below := {child for child, parent in parents.items() if parent in found} - found:
        found |= below
    return sorted(found - {pid})


def private(pid: int) -> int:
    """Bytes of memory that this process holds, pages shared with others counted in part."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignment", nargs="?", default="attention")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 300, 1000])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only-right", action="store_true")
    options = parser.parse_args()

    writing = [0.0]
    record = Recorder.record

    def timed(*arguments: object) -> None:
        start = time.process_time()
        record(*arguments)  # type: ignore[arg-type]
        writing[0] += time.process_time() - start

    Recorder.record = timed  # type: ignore[method-assign,assignment]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        course = course_in(Path(folder) / "course", options.assignment)
        assignment = Assignment.load(course, options.assignment)
        drawn = answers(assignment, only_right=options.only_right)
        command = ("grade", assignment.name, "--course", str(course.root), "--jobs", str(options.jobs), "--json")
        before = 0
        for size in options.sizes:
            hand_in(course, assignment, drawn, before, size)
            writing[0] = 0.0
            memory = Memory()
            memory.start()
            taken = seconds(*command)
            memory.ended.set()
            again = seconds(*command)
            new = size - before
            rows.append(
                f"{size:6} {new:6} {taken:9.1f} {new / taken:8.2f} {taken / new:10.3f} {writing[0] / new:10.3f}"
                f" {again:9.1f} {memory.peak / 2**20:9.0f}"
            )
            before = size
    print(
        f"\n{assignment.name}, {options.jobs} workers, {'right answers' if options.only_right else 'one in four wrong'}"
    )
    print(" class    new   seconds  per sec  s each new  gradebook  no change  MiB below")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
