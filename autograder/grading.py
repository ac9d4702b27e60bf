"""From a submission to its result. Touches no gradebook: the same submission and seed give the same result."""

import time
from collections.abc import Collection, Mapping, Sequence

import msgspec

from autograder.assignment import Assignment, GradeCell
from autograder.diagnosis import Diagnosis, Named
from autograder.errors import HarnessError
from autograder.examination import Verdict, examine
from autograder.notebook import Submission
from autograder.outputs import as_nbformat, points_by_outputs
from autograder.result import CellOutcome, CriterionResult, Outcome, Result, Status
from autograder.sandbox import Sandbox
from autograder.stand_ins import in_place, second_chances
from autograder.student import Student
from autograder.suite import collected
from autograder.workplace import Workplace, runnable_cells


def grade(
    submission: Submission,
    assignment: Assignment,
    sandbox: Sandbox,
    seed: str,
    only_parts: Collection[str] | None = None,
    *,
    only_criteria: Collection[str] | None = None,
    shrink: bool = True,
    replay: bool = True,
    known: Mapping[str, CriterionResult] | None = None,
    diagnosis: Diagnosis | None = None,
) -> Result:
    """Grade one submission in a child of `sandbox`, with cases drawn from the course's secret `seed`.

    With `only_parts` or `only_criteria` the result holds these alone. Without `shrink` counterexamples
    are the first found, not the smallest, which is faster; without `replay` Hypothesis draws the cases anew,
    which is slower. Outcomes and points are the same. Criteria in `known` are taken from there. With a
    `diagnosis` failed criteria name the mistake, if it is a known one.
    """
    started = time.perf_counter()
    cells = [
        cell
        for cell in assignment.grade_cells
        if not cell.manual
        and (only_parts is None or cell.part in only_parts)
        and (only_criteria is None or cell.grade_id in only_criteria)
    ]
    known = known or {}
    claimed = [cell.grade_id for cell in cells if cell.grade_id in assignment.criteria and cell.grade_id not in known]
    workplace = Workplace(sandbox, runnable_cells(submission.notebook, claimed=assignment.criteria))

    def examined(names: Sequence[str], criteria: Sequence[str]) -> dict[str, Verdict]:
        """The verdicts with stand-ins in place of these parts."""
        replaced = in_place(workplace.cells, {name: assignment.stand_ins[name] for name in names})
        place = workplace if not names else Workplace(sandbox, replaced)
        try:
            place.child()  # runs the cells
            student = Student(place, assignment.forbidden)
            suite = collected(assignment.tests_path)
            return examine(suite, criteria, student, seed, shrink=shrink, replay=replay)
        finally:
            place.close()

    def diagnosed(verdicts: dict[str, Verdict]) -> dict[str, Named]:
        """Names for mistakes, or none where our sandbox fails: the verdicts stand without them."""
        if diagnosis is None:
            return {}
        try:
            with workplace:
                return diagnosis.named(sandbox, workplace, verdicts, seed)
        except HarnessError:
            return {}

    met: dict[str, tuple[str, ...]]
    try:
        verdicts = examined((), claimed)
        try:
            met = second_chances(assignment, verdicts, examined)
        except HarnessError as error:  # what passed has passed; whether an earlier part is to blame can't be told
            met, verdicts = {}, {name: _undecided(verdict, error) for name, verdict in verdicts.items()}
        mistakes = diagnosed({name: verdict for name, verdict in verdicts.items() if name not in met})
    except HarnessError as error:
        verdicts, met, mistakes = {}, {}, {}
        trouble = Verdict(Outcome.HARNESS_ERROR, str(error))
    else:
        trouble = Verdict(Outcome.HARNESS_ERROR, "this grade cell was not run")
    criteria = tuple(
        _scored_again(cell, assignment.criteria[cell.grade_id], known[cell.grade_id])
        if cell.grade_id in assignment.criteria and cell.grade_id in known
        else _scored(cell, assignment.criteria[cell.grade_id], verdicts.get(cell.grade_id, trouble), met, mistakes)
        if cell.grade_id in assignment.criteria
        else _scored_by_outputs(cell, workplace)
        for cell in cells
    )
    attention = any(c.outcome is Outcome.HARNESS_ERROR for c in criteria)
    return Result(
        assignment=assignment.name,
        student=submission.student,
        notebook=str(submission.path),
        submission_sha256=submission.sha256,
        status=Status.NEEDS_ATTENTION if attention else Status.GRADED,
        isolation=sandbox.level,
        seconds=time.perf_counter() - started,
        criteria=criteria,
        remarks=(*submission.remarks, *workplace.skipped.values()),
        cells=tuple(
            CellOutcome(cell_id=cell_id, outputs=tuple(as_nbformat(output) for output in outputs))
            for cell_id, outputs in workplace.outputs.items()
        ),
    )


def _undecided(verdict: Verdict, error: HarnessError) -> Verdict:
    return verdict if verdict.outcome is Outcome.PASSED else Verdict(Outcome.HARNESS_ERROR, str(error))


def _scored(
    cell: GradeCell,
    title: str,
    verdict: Verdict,
    met: Mapping[str, tuple[str, ...]],
    mistakes: Mapping[str, Named],
) -> CriterionResult:
    if cell.grade_id in met:
        verdict = Verdict(Outcome.PASSED)
    named = mistakes.get(cell.grade_id)
    points = {Outcome.PASSED: cell.points, Outcome.HARNESS_ERROR: None}.get(verdict.outcome, 0.0)
    return CriterionResult(
        id=cell.grade_id,
        title=title,
        points=points,
        max_points=cell.points,
        outcome=verdict.outcome,
        message="\n".join(filter(None, (verdict.message, named.hint if named else ""))),
        counterexample=verdict.counterexample,
        mistake=named.stem if named else None,
        graded_with_reference=met.get(cell.grade_id, ()),
    )


def _scored_again(cell: GradeCell, title: str, known: CriterionResult) -> CriterionResult:
    """A known outcome under the title and the points that the cell has now."""
    points = cell.points if known.outcome is Outcome.PASSED else 0.0
    return msgspec.structs.replace(known, title=title, points=points, max_points=cell.points)


def _scored_by_outputs(cell: GradeCell, workplace: Workplace) -> CriterionResult:
    """A grade cell that no criterion claims keeps nbgrader's meaning; it ran in the sandbox like the others."""
    if cell.grade_id in workplace.outputs:
        points = points_by_outputs(workplace.outputs[cell.grade_id], cell.points)
        outcome, message = (Outcome.PASSED if points > 0 else Outcome.FAILED), ""
    else:
        points, outcome = 0.0, Outcome.CRASHED
        message = workplace.skipped.get(cell.grade_id, "this cell was not run")
    return CriterionResult(
        id=cell.grade_id,
        title=cell.grade_id,
        points=points,
        max_points=cell.points,
        outcome=outcome,
        message=message,
    )
