"""What a part of a prompt means: one file for each kind of request, read into steps.

The order matters: the first reading that understands a part takes it, and the last takes every
part. A reading gives steps without their `part`; the planner fills it in.

Each behaviour that a snapshot was published with keeps its own list, so that what is pinned stays
what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from runwright.engine.actions import calculate, clock, dates, decline, search, text
from runwright.engine.around import Around
from runwright.engine.readings import (
    again,
    artifact,
    calendar,
    facts,
    mixed,
    money,
    prices,
    reports,
)
from runwright.engine.types import Step

Reading = Callable[[str, Around], Sequence[Step] | None]


class _Recognises(Protocol):
    """An action that is a request of its own."""

    def recognise(self, part: str, around: Around) -> Mapping[str, str] | None: ...


def _alone(name: str, action: _Recognises) -> Reading:
    """The reading of a request that is one step."""

    def read(part: str, around: Around) -> Sequence[Step] | None:
        understood = action.recognise(part, around)
        return None if understood is None else (Step(name, "", understood),)

    return read


_WITHOUT_CONTEXT = (
    _alone("text", text),
    _alone("clock", clock),
    _alone("dates", dates),
    _alone("calculate", calculate),
)
_ANYTHING = _alone("search", search)

_SECOND: Sequence[Reading] = (
    mixed.ahead,
    again.read,
    again.of_event,
    calendar.follow_up,
    *_WITHOUT_CONTEXT,
    calendar.read,
    _alone("decline", decline),
    prices.read,
    mixed.read,
    money.read,
    reports.read,
    facts.read,
    _ANYTHING,
)

READINGS: Mapping[int, Sequence[Reading]] = {
    1: (*_WITHOUT_CONTEXT, _ANYTHING),
    2: (artifact.reading(_SECOND), *_SECOND),
}
