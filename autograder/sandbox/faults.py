"""What can happen to a process that runs student code, and what is a fault of the sandbox itself."""

from autograder.errors import HarnessError, UsageError


class SandboxFailed(HarnessError):
    """The sandbox itself does not work: our fault, or the machine's, never the student's."""


class WeakIsolation(UsageError):
    """Other people's code may not run at this level unless staff allow it."""


class ChildGone(Exception):
    """The process that ran the student's code is gone, by its own doing. The text continues "while … ran, "."""


class TimedOut(ChildGone):
    """It did not answer within `seconds` and was killed."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it did not finish within {seconds:g} seconds")
        self.seconds = seconds


class Crashed(ChildGone):
    """It ended, or the system ended it: `how` is "exited with code 0", "was ended by SIGSEGV" and the like."""

    def __init__(self, how: str) -> None:
        super().__init__(f"its process {how}")
        self.how = how


class BrokeProtocol(ChildGone):
    """It sent something that is no reply, and was killed. `why` is for staff and for the student."""

    def __init__(self, why: str) -> None:
        super().__init__(f"it broke the connection to the grader ({why})")
        self.why = why
