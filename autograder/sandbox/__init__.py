"""Running student code apart from everything that matters. See `inside` for what runs in there."""

from autograder.sandbox.child import BrokeProtocol, Child, ChildGone, Crashed, TimedOut
from autograder.sandbox.level import Level, Limits
from autograder.sandbox.supervisor import Sandbox, SandboxFailed, WeakIsolation

__all__ = [
    "BrokeProtocol",
    "Child",
    "ChildGone",
    "Crashed",
    "Level",
    "Limits",
    "Sandbox",
    "SandboxFailed",
    "TimedOut",
    "WeakIsolation",
]
