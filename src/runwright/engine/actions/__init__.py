"""What a step can do: one file per action.

`perform(step, work)` does a step; which steps a request takes is read in `engine.readings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from runwright.engine.types import Finding, Step, Work
from runwright.later import Later


class Action(Protocol):
    """What a file in this folder offers."""

    def perform(self, step: Step, work: Work) -> Finding: ...


_NAMES = (
    "search",
    "extract",
    "join",
    "lookup",
    "check",
    "filter",
    "aggregate",
    "compare",
    "artifact",
)
ACTIONS: Mapping[str, Action] = Later({name: f"{__name__}.{name}" for name in _NAMES})


def perform(step: Step, work: Work) -> Finding:
    """Do one step. A step that names an action of a later version finds nothing."""
    if step.action not in ACTIONS:
        reason = f"this version has no action called “{step.action}”"
        return Finding(action=step.action, part=step.part, reason=reason)
    return ACTIONS[step.action].perform(step, work)
