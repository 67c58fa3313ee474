"""Which mind thinks for a run."""

from __future__ import annotations

from runwright.minds import calls
from runwright.minds.calls import CallsMind
from runwright.minds.embedded.mind import EmbeddedMind
from runwright.minds.language.mind import LanguageMind
from runwright.minds.types import Mind, Task


def open_mind(task: Task, given: bytes) -> Mind:
    """The mind of a task, told what came with the request."""
    if task.language is not None:
        return LanguageMind(task, given)
    return CallsMind(task, given) if task.mind == calls.NAME else EmbeddedMind(task, given)
