"""What can go wrong, split by who must act."""


class AutograderError(Exception):
    """Base of every error that this package raises on purpose; its text is one line for the one who must act."""


class UsageError(AutograderError):
    """The command was asked for something that it can't do; the caller changes the command."""


class SubmissionError(AutograderError):
    """A submission can't be graded as it stands; the student hands in again, or staff look at the file."""


class AssignmentError(AutograderError):
    """An assignment's own files contradict one another; the instructor mends them."""


class HarnessError(AutograderError):
    """The grader itself failed. Never a student's fault, never a zero: the submission needs attention."""
