"""The order in which readings are tried.

The first reading that understands a part takes it, and the last takes every part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from runwright.engine.actions import calculate, clock, dates, decline, search, text
from runwright.engine.around import Around
from runwright.engine.readings import (
    Reading,
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

_PLAIN: Sequence[Reading] = (
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

FIRST: Sequence[Reading] = (artifact.reading(_PLAIN), *_PLAIN)
