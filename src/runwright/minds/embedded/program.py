"""A program: how a route answers one query, as a generator of what it wants done.

It is pure. It asks to look at records (`Look`, no step), or to call a tool (`Do`, a step), is sent
what came of it, and returns its answer. Whoever runs it fetches, authorises, journals and shows;
told the same, it does the same.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import date
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from runwright.minds.embedded.query import Query
from runwright.minds.values import Moment


class Surroundings(NamedTuple):
    """What a query is answered in, but for the records."""

    moment: Moment
    sources: tuple[str, ...]
    """Those that the run may read."""
    currency: str | None = None
    """The project's, if it has named one."""
    deep: bool = False
    """Whether it may read again and check its own answer."""

    @property
    def zone(self) -> ZoneInfo:
        """The project's time zone."""
        return self.moment.zone

    @property
    def today(self) -> date:
        """The day of the run."""
        return self.moment.now.astimezone(self.zone).date()


class Look(NamedTuple):
    """Wants the records that a call would read, to find the names that stand in them: is sent a
    sequence of `tools.base.Item`."""

    tool: str
    arguments: Mapping[str, Any]


class Do(NamedTuple):
    """Wants a tool called: is sent its result, or an `InvalidCall` if it leads nowhere."""

    tool: str
    arguments: Mapping[str, Any]


class Try(NamedTuple):
    """Wants to know what a call would give, without a step: is sent what `Do` would be."""

    tool: str
    arguments: Mapping[str, Any]


class Answer(NamedTuple):
    """What is said in the end."""

    text: str
    """Begins with the answer; a line of what was counted comes after it."""
    is_answer: bool = True
    """Whether it says what was asked for; otherwise it declines, or asks back."""
    items: tuple[str, ...] = ()
    """The ids of the records that it rests on."""
    query: Query | None = None
    """The query as it was answered, where that is not the one that was read."""
    beside: str = ""
    """What stands below it for whoever asked for more, and tells nothing of how it fits."""

    @property
    def whole(self) -> Answer:
        """With what stands below it."""
        text = f"{self.text}\n{self.beside}" if self.beside else self.text
        return self._replace(text=text, beside="")


Wants = Look | Do | Try
Program = Generator[Wants, Any, Answer]
Attempt = Generator[Wants, Any, Answer | None]
"""A program that may give up, so that another one is tried."""


class Plan(NamedTuple):
    """What a route has in mind before it has read anything."""

    tools: tuple[str, ...]
    """The calls that it makes at most, in order: so many steps it needs."""
    sources: tuple[str, ...]
    """What it reads."""
