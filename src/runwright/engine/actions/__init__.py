"""The actions a step can take. One action is one file here and one line in ACTIONS.

Each file has `recognise(part, around)`, which says what it understood of a part or None, and
`perform(step, work)`, which does it. The planner asks in the order of ACTIONS; the last one
takes every part that nobody else recognised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from runwright.engine.actions import calculate, clock, dates, search, text
from runwright.engine.around import Around
from runwright.engine.types import Finding, Step, Work


class Action(Protocol):
    """What a file in this folder offers."""

    def recognise(self, part: str, around: Around) -> Mapping[str, str] | None: ...

    def perform(self, step: Step, work: Work) -> Finding: ...


ACTIONS: Mapping[str, Action] = {
    "text": text,
    "clock": clock,
    "dates": dates,
    "calculate": calculate,
    "search": search,
}


def perform(step: Step, work: Work) -> Finding:
    """Do one step. A step that names an action of a later version finds nothing."""
    action = ACTIONS.get(step.action)
    if action is None:
        reason = f"this version has no action called “{step.action}”"
        return Finding(action=step.action, part=step.part, reason=reason)
    return action.perform(step, work)
