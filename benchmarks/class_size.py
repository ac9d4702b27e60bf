"""What a class costs, from ten students to thousands, gradebook included.

    python benchmarks/class_size.py [ASSIGNMENT] [--sizes 10 100 300 1000] [--jobs N] [--only-right]

Hands in up to each size in turn and grades what is new, then grades again with nothing changed. Prints, per
step: seconds, of which until the first result was there; seconds per submission from the first result to the last,
which is what a larger class costs more; processor time of recording one result; seconds of the second run; and the
largest memory of the processes that graded, pages that they share counted once. The course is made in a temporary
folder.
"""

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
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
            self.peak = max(self.peak, sum(map(shared_out, psutil.Process().children(recursive=True))))


def shared_out(process: psutil.Process) -> int:
    """Bytes of memory that a process holds, pages shared with others counted in part."""
    try:
        return int(process.memory_full_info().pss)
    except psutil.Error:
        return 0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assignment", nargs="?", default="attention")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 300, 1000])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only-right", action="store_true")
    options = parser.parse_args()

    writing: list[float] = []  # processor time of recording each result
    came: list[float] = []  # when
    record = Recorder.record

    def timed(*arguments: object) -> None:
        came.append(time.perf_counter())
        start = time.process_time()
        record(*arguments)  # type: ignore[arg-type]
        writing.append(time.process_time() - start)

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
            writing.clear()
            came.clear()
            memory = Memory()
            memory.start()
            start = time.perf_counter()
            taken = seconds(*command)
            memory.ended.set()
            new = size - before
            first, each, recording = came[0] - start, (came[-1] - came[0]) / max(new - 1, 1), sum(writing) / new
            again = seconds(*command)
            rows.append(
                f"{size:6} {new:6} {taken:9.1f} {first:9.1f} {each:9.3f} {recording:10.3f} {again:10.1f}"
                f" {memory.peak / 2**20:9.0f}"
            )
            print(rows[-1], file=sys.stderr, flush=True)  # a large class takes a while
            before = size
    print(
        f"\n{assignment.name}, {options.jobs} workers, {'right answers' if options.only_right else 'one in four wrong'}"
    )
    print(" class    new   seconds  to first    s each  recording  no change  MiB below")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
