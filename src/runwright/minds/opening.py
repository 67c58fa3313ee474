"""Which mind thinks for a run."""

from __future__ import annotations

from collections.abc import Callable

from runwright.later import Later
from runwright.minds.types import Mind, Task
from runwright.models.types import LANGUAGE

_EMBEDDED, _CALLS = "embedded", "calls"
_MINDS: Later[str, Callable[[Task, bytes], Mind]] = Later(
    {
        _EMBEDDED: "runwright.minds.embedded.mind:EmbeddedMind",
        _CALLS: "runwright.minds.calls:CallsMind",
        LANGUAGE: "runwright.minds.language.mind:LanguageMind",
    }
)


def open_mind(task: Task, given: bytes) -> Mind:
    """The mind of a task, told what came with the request."""
    name = _CALLS if task.mind == _CALLS else _EMBEDDED
    return _MINDS[LANGUAGE if task.language is not None else name](task, given)
