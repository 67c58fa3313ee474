"""One thing set against another: meetings with Ana or with Kofi, June or August."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from runwright.engine.agenda.answers import Answer, Asked, ahead, look, missing
from runwright.engine.agenda.asking import Said, people_of
from runwright.engine.agenda.events import Event
from runwright.engine.agenda.hours import length_told
from runwright.engine.agenda.request import Request, write_days
from runwright.engine.agenda.telling import counted, days_told, listed, subject_of
from runwright.engine.agenda.vocabulary import telling
from runwright.engine.patterns import lazily

_COMPARES = lazily(
    r"\b(?:compar\w+|versus|vs|more|fewer|less|busier|quieter|fuller|longer|shorter|difference)\b",
    re.I,
)
_BETWEEN = lazily(
    r"[\s,]+(?:or|than|versus|vs\.?|compared\s(?:to|with)|against|as\sopposed\sto)\s+", re.I
)
_AND = lazily(r"[\s,]+(?:and|with|to)\s+", re.I)
_LISTS = lazily(r"\b(?:compar\w+|difference)\b", re.I)
_TIME = lazily(r"\b(?:busier|quieter|fuller|longer|shorter|time|hours|minutes)\b", re.I)
_LENGTH = lazily(
    r"\b(?:which|what)\b.{0,30}?\b(?:is|was|are|takes?|took|lasts?|lasted)\b.{0,12}?\b(?:longer|shorter)\b"
    r"|^\W*(?:is|was|does|did|are)\b.{0,60}?\b(?:longer|shorter)\s+than\b",
    re.I,
)
"""Matches what asks how long single events are."""
_LESS = lazily(r"\b(?:fewer|less|quieter|shorter)\b", re.I)
_SUBJECT = lazily(r".*\b(?:more|fewer|less|compare|of|often|for|on|is|have|between)\b", re.I | re.S)
_WHETHER = lazily(r"^\W*(?:do|does|did|is|are|was|were|have|has|will|am)\b.*\bthan\b", re.I | re.S)
_MOST_SIDES = 4


class Side(NamedTuple):
    """One of the things compared, and its events."""

    name: str
    events: Sequence[Event]

    @property
    def minutes(self) -> int:
        """How long they take together; what lasts all day has no hours."""
        return sum(event.minutes for event in self.events if not event.all_day)


def compared(said: Said, request: Request) -> Request | None:
    """The request as a comparison, if it is one."""
    if not _COMPARES.search(said.text):
        return None
    unit = (
        "length" if _LENGTH.search(said.text) else "hours" if _TIME.search(said.text) else "count"
    )
    side = ("less" if _LESS.search(said.text) else "more") + (
        "?" if _WHETHER.match(said.text) else ""
    )
    made = request._replace(ask="versus", unit=unit, side=side, order="", take="")
    if len(said.periods) > 1:
        return made if made.days.count("/") > 1 else None
    topic, rivals = _rivals(said.rest)
    if len(rivals) < 2:
        return None
    if unit == "length":
        # Of two events each has its own day: one that is named belongs to one of them.
        made = made._replace(days="", clock="", yearless="", whenever="1", named="")
    return made._replace(topic=topic, people="", loose="", rivals=" | ".join(rivals))


def _rivals(rest: str) -> tuple[str, list[str]]:
    """What they have in common, and each of them: `with Ana`, or `yoga`."""
    pieces = _BETWEEN.split(rest)
    if len(pieces) == 1 and _LISTS.search(rest):
        pieces = _AND.split(rest, maxsplit=1)
    pieces = [piece for piece in pieces if telling(piece)][:_MOST_SIDES]
    if len(pieces) < 2:
        return "", []
    people, left = people_of(pieces[0])
    if people:
        others = (people_of(piece)[0] or " ".join(telling(piece)) for piece in pieces[1:])
        return " ".join(telling(left)), [f"with {who}" for who in (people, *others)]
    first = _SUBJECT.sub("", pieces[0]) if _SUBJECT.match(pieces[0]) else pieces[0]
    return "", [" ".join(telling(each)) for each in (first, *pieces[1:]) if telling(each)]


def tell_versus(asked: Asked) -> Answer:
    """Which of them has more, and how many each has."""
    sides = _by_days(asked) if not asked.request.rivals else _by_rivals(asked)
    if asked.request.unit == "length":
        return _by_length(asked, sides)
    used = tuple(dict.fromkeys(event for side in sides for event in side.events))
    if not used:
        return missing(asked)
    sizes = [side.minutes if asked.request.unit == "hours" else len(side.events) for side in sides]
    told = "; ".join(f"{_told(side)} {side.name}" for side in sides)
    wanted = asked.request.side.removesuffix("?")
    best = max(sizes) if wanted == "more" else min(sizes)
    tied = [side.name for side, size in zip(sides, sizes, strict=True) if size == best]
    return Answer(f"{_verdict(asked, sides, tied)}: {told}{_common(asked)}.", used, tied[0])


def _by_length(asked: Asked, sides: Sequence[Side]) -> Answer:
    """Which of two events takes longer; of a series, the one that is nearest to now."""
    events = [_nearest(side.events, asked.now) for side in sides]
    found = [event for event in events if event is not None]
    if len(found) < len(sides):
        return missing(asked)
    sizes = [(event.end - event.start).total_seconds() // 60 for event in found]
    wanted = asked.request.side.removesuffix("?")
    best = max(sizes) if wanted == "more" else min(sizes)
    tied = [n for n, size in enumerate(sizes) if size == best]
    told = "; ".join(
        f"\u201c{event.item.title}\u201d takes {_lasting(event, size)}"
        for event, size in zip(found, sizes, strict=True)
    )
    word = "longer" if wanted == "more" else "shorter"
    lead = "Both take the same time"
    if len(tied) == 1:
        lead = f"\u201c{found[tied[0]].item.title}\u201d is {word}"
    if asked.request.side.endswith("?"):
        lead = f"{'Yes' if tied == [0] else 'No'}, {lead[0].lower()}{lead[1:]}"
    return Answer(f"{lead}: {told}.", tuple(found), found[tied[0]].item.title)


def _lasting(event: Event, minutes: float) -> str:
    if not event.all_day:
        return length_told(int(minutes))
    days = round(minutes / 1440)
    return f"{days} day{'' if days == 1 else 's'}"


def _nearest(events: Sequence[Event], now: datetime) -> Event | None:
    ahead_ = [event for event in events if event.end > now]
    if ahead_:
        return min(ahead_, key=lambda event: event.start)
    return max(events, key=lambda event: event.start, default=None)


def _verdict(asked: Asked, sides: Sequence[Side], tied: Sequence[str]) -> str:
    word = asked.request.side.removesuffix("?").capitalize()
    word += " time" if asked.request.unit == "hours" else ""
    if len(tied) == len(sides):
        return "No, the same" if asked.request.side.endswith("?") else "The same"
    if asked.request.side.endswith("?"):
        return "Yes" if tied == [sides[0].name] else "No"
    return f"{word} {listed(tied)}"


def _told(side: Side) -> str:
    return f"{counted(len(side.events))} ({length_told(side.minutes)})"


def _common(asked: Asked) -> str:
    """What holds for every side."""
    if not asked.request.rivals:
        return subject_of(asked.request)
    return f" {days_told(asked.days)}" if asked.days else ""


def _by_days(asked: Asked) -> list[Side]:
    """Each stretch of days is a side; all of them are in the year in which something fits."""
    sides = []
    for stretch in asked.days:
        own = asked.request._replace(days=write_days([stretch]), ask="count", yearless="")
        events = ahead(look(asked.events, own, asked.now))
        sides.append(Side(days_told([stretch]), events))
    return sides


def _by_rivals(asked: Asked) -> list[Side]:
    sides = []
    for name in asked.request.rivals.split(" | "):
        who = name.removeprefix("with ") if name.startswith("with ") else ""
        topic = asked.request.topic if who else name
        own = asked.request._replace(people=who, topic=topic, ask="count")
        fitting = look(asked.events, own, asked.now)
        events = fitting.fitting if asked.request.unit == "length" else ahead(fitting)
        sides.append(Side(name if who else f"for {name}", events))
    return sides
