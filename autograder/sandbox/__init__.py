"""Running student code apart from everything that matters. See `inside` for what runs in there."""

from autograder.sandbox.child import Child, Prepared, Unread
from autograder.sandbox.faults import BrokeProtocol, ChildGone, Crashed, SandboxFailed, TimedOut, WeakIsolation
from autograder.sandbox.level import Level, Limits
from autograder.sandbox.supervisor import Sandbox

__all__ = [
    "BrokeProtocol",
    "Child",
    "ChildGone",
    "Crashed",
    "Level",
    "Limits",
    "Prepared",
    "Sandbox",
    "SandboxFailed",
    "TimedOut",
    "Unread",
    "WeakIsolation",
]
