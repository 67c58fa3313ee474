"""What a step can do: one file per action.

`perform(step, work)` does a step. An action that is a request of its own also has
`recognise(part, around)`: what it understands of a part of the prompt, or None; requests that
take several steps are read in `engine.readings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from runwright.engine.actions import (
    agenda,
    aggregate,
    artifact,
    calculate,
    check,
    clock,
    compare,
    dates,
    decline,
    extract,
    free_time,
    join,
    lookup,
    search,
    text,
)
from runwright.engine.actions import filter as filter_
from runwright.engine.types import Finding, Step, Work


class Action(Protocol):
    """What a file in this folder offers."""

    def perform(self, step: Step, work: Work) -> Finding: ...


ACTIONS: Mapping[str, Action] = {
    "text": text,
    "clock": clock,
    "dates": dates,
    "calculate": calculate,
    "agenda": agenda,
    "free_time": free_time,
    "search": search,
    "extract": extract,
    "join": join,
    "lookup": lookup,
    "check": check,
    "filter": filter_,
    "aggregate": aggregate,
    "compare": compare,
    "artifact": artifact,
    "decline": decline,
}


def perform(step: Step, work: Work) -> Finding:
    """Do one step. A step that names an action of a later version finds nothing."""
    action = ACTIONS.get(step.action)
    if action is None:
        reason = f"this version has no action called “{step.action}”"
        return Finding(action=step.action, part=step.part, reason=reason)
    return action.perform(step, work)
