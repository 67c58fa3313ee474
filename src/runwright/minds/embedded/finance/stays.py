"""The event that a stretch of days is named by: `while we were in Amsterdam`, `on that ski trip`.

An event is found by its title, else by its place; of several, the stay of more than one day is
meant, if there is one alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from runwright.minds.embedded import names
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event
from runwright.text.calendars import DAY, Period
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

_EMPTY = STOP_WORDS | word_set("""
    since until till following throughout ever away back whilst went stayed trip trips holiday
    holidays vacation break visit stay week weekend days calendar diary agenda lol
    """)
"""What stands around the name of an event, and in no title of it."""
_CLAUSE = re.compile(
    r"\b(?:while|whilst|when) (?:i|we|he|she|they)(?: was| were|'re|’re| stayed| went) "
    r"(?P<rest>[^,;:?!.()]+)",
    re.IGNORECASE,
)
# "while we were in Amsterdam", but not "when did we pay" or "while you are at it"
_PERIODS = ("P", "PE", "P2", "XP")


def with_clause(query: Query) -> Query:
    """The question with a clause that says during what it was, where no span carries it."""
    found = _CLAUSE.search(query.text)
    if found is None or query.words("PE"):
        return query
    inside = [each for each in query.spans if found.start() <= each.start < found.end()]
    if any(each.code not in _PERIODS for each in inside):
        return query
    end = min((each.start for each in inside), default=found.end())
    text = query.text[found.start() : end].strip()
    if not telling(text):
        return query
    return query._replace(spans=(*query.spans, Span("PE", text, found.start())))


def telling(words: str) -> str:
    """The words that name the event."""
    return " ".join(word for word in split_words(fold(words)) if word not in _EMPTY)


def event_of(
    words: str, events: Sequence[Event], within: Period | None, zone: ZoneInfo
) -> Event | None:
    """The event that is named, if it is one alone and no series."""
    held = [
        event
        for event in events
        if event.status != "cancelled" and event.start and not event.series
        and (within is None or _overlaps(event, within, zone))
    ]  # fmt: skip
    wanted = telling(words)
    if not wanted:
        return None
    by_title = names.find(wanted, [event.title for event in held])
    fitting = [event for event in held if by_title.is_plain and event.title in by_title.names]
    if not fitting:
        by_place = names.find(wanted, [event.place for event in held if event.place])
        fitting = [event for event in held if by_place.is_plain and event.place in by_place.names]
    stays = [event for event in fitting if _is_stay(event, zone)]
    chosen = stays if len(fitting) > 1 else fitting
    return chosen[0] if len(chosen) == 1 else None


def days_of(event: Event, zone: ZoneInfo) -> tuple[date, date]:
    """Its first day and its last."""
    first = _day(event.start or "", zone)
    last = _day(event.end, zone) if event.end else first
    return first, last - DAY if event.all_day and event.end and last > first else last


def _is_stay(event: Event, zone: ZoneInfo) -> bool:
    first, last = days_of(event, zone)
    return last > first


def _overlaps(event: Event, period: Period, zone: ZoneInfo) -> bool:
    first, last = days_of(event, zone)
    is_after = period.start is None or last >= period.start
    return is_after and (period.end is None or first < period.end)


def _day(moment: str, zone: ZoneInfo) -> date:
    if len(moment) == len("2026-11-16"):
        return date.fromisoformat(moment)
    return datetime.fromisoformat(moment).astimezone(zone).date()
