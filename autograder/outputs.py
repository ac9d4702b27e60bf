"""What a student's cell printed, showed or raised: as nbformat has it, and as nbgrader reads a score from it."""

import math
from collections.abc import Iterable

from autograder.sandbox.inside import wire


def as_nbformat(output: wire.Output) -> dict[str, object]:
    """One output of a cell in nbformat's form."""
    match output:
        case wire.Stream():
            return {"output_type": "stream", "name": output.name, "text": output.text}
        case wire.Display(is_result=True):
            return {
                "output_type": "execute_result",
                "data": dict(output.data),
                "metadata": {},
                "execution_count": None,
            }
        case wire.Display():
            return {"output_type": "display_data", "data": dict(output.data), "metadata": {}}
        case wire.Error():
            return {
                "output_type": "error",
                "ename": output.kind,
                "evalue": output.message,
                "traceback": list(output.traceback),
            }


def points_by_outputs(outputs: Iterable[wire.Output], max_points: float) -> float:
    """Points of a grade cell that no criterion claims, by nbgrader's meaning of its outputs.

    An error or anything on stderr gives 0; a result that is a number gives that many points, at most
    `max_points`; anything else gives all. Unlike nbgrader, NaN and negative numbers give 0.
    """
    for output in outputs:
        match output:
            case wire.Error() | wire.Stream(name="stderr"):
                return 0.0
            case wire.Display(is_result=True):
                try:
                    value = float(output.data.get("text/plain", ""))
                except ValueError:
                    continue
                return max(0.0, min(max_points, value)) if math.isfinite(value) else 0.0
    return max_points
