"""What the period of a follow-up is reckoned from: `the month before`, `that week`, `that day`."""

from __future__ import annotations

import re
from datetime import date

from runwright.minds.embedded.calendar.tenses import tense_of
from runwright.minds.embedded.query import Query, Span
from runwright.text import periods
from runwright.text.calendar_words import UNITS
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_PERIODS = ("P", "PE")
_RELATIVE = re.compile(
    r"(?:the |a |one )?(?P<unit>\w+) (?P<way>before|after|earlier|later)(?: that)?"
)
# "the month before", "a year earlier", "the week after that"
_WEEKDAYS = word_set("monday tuesday wednesday thursday friday saturday sunday")
_NEXT = re.compile(r"the (?:next|following)(?: (?P<unit>day|morning|evening|night))?|the following "
                   r"(?P<other>\w+)")  # fmt: skip
# "the next morning", "the following week"
_PREPOSITION = re.compile(r"^(?:in|on|for|than|to|with|from) ")
_TIMES_OF_DAY = (["morning"], ["afternoon"], ["evening"], ["night"])
_SOME_DAY = Viewpoint(date(2026, 1, 1))
_THEN = ("that day", "that week", "that month", "that year", "then", "since then", "that time")


def on_that_day(earlier: Query, later: Query) -> Span | None:
    """`When is Mum's birthday, and am I working that day?`: the day of the event before."""
    names = earlier.words("PS", "T") or earlier.words("PL")
    is_dated = bool(earlier.words("PE")) or any(map(_is_of_days, earlier.words("P")))
    if earlier.route != "calendar" or is_dated or not names:
        return None
    then = [each for each in later.spans if is_then(each)]
    if not then or (earlier.words("P") and _is_long(then[0])):
        return None
    lead = "the week of" if "week" in fold(then[0].text) else "on"
    return Span("PE", f"{lead} {' '.join(names)}", -1)


def _is_long(span: Span) -> bool:
    """Whether a month or a year is pointed to, which a period named before is."""
    return not {"month", "year"}.isdisjoint(split_words(fold(span.text)))


def then(span: Span, that_day: Span) -> tuple[Span, ...]:
    """A span that points to the day of an event, with that day; any other as it is."""
    if is_hour_then(span):
        return (span, that_day)
    return (that_day if is_then(span) else span,)


def is_then(span: Span) -> bool:
    """Whether it points to a day or a time that was named before."""
    return is_hour_then(span) or (
        span.code in _PERIODS and fold(span.text).removeprefix("on ").strip() in _THEN
    )


def is_hour_then(span: Span) -> bool:
    """`That evening` is a time of the day that was named before, and a time of day itself."""
    words = split_words(fold(span.text).removeprefix("on "))
    return span.code == "TI" and words[:1] == ["that"] and words[1:] in _TIMES_OF_DAY


def _is_of_days(text: str) -> bool:
    """Whether a period is so short that what was asked about need not tell the day: this year
    does not."""
    found = periods.read(text, _SOME_DAY)
    return not found or found[0].grain in ("day", "week", "weekend")


def grain_of(text: str) -> str:
    """Whether a period is a day, a month, a year; nothing if it is none that can be read."""
    found = periods.read(text, _SOME_DAY)
    return found[0].grain if found else ""


def _plain(text: str) -> str:
    return _PREPOSITION.sub("", fold(text).strip())


def anchored(span: Span, earlier: Query) -> Span:
    """`the month before` and `that week` are reckoned from the earlier period."""
    base = earlier.word("P")
    if span.code not in (*_PERIODS, "P2") or not base:
        return span
    plain = _plain(span.text)
    if plain in _THEN:
        return span._replace(text=base)
    if (following := _NEXT.fullmatch(plain)) is not None:
        unit = following["other"] if following["other"] in UNITS else "day"
        return span._replace(text=f"{base} a {unit} later")
    relative = _RELATIVE.fullmatch(plain)
    if relative is None:
        return span
    way = "earlier" if relative["way"] in ("before", "earlier") else "later"
    unit = relative["unit"]
    if unit in _WEEKDAYS and unit in split_words(fold(base)):
        return span._replace(text=f"{base} a week {way}")
    return span._replace(text=f"{base} a {unit} {way}") if unit in UNITS else span


def pinned(span: Span, earlier: Query, later: Query) -> Span:
    """A weekday that is carried over stays the day that it was, whatever the tense of the later
    words: `What time do I start on Friday? Who did I swap with?`"""
    words = [word for word in split_words(fold(span.text)) if word != "on"]
    is_weekday = span.code == "P" and len(words) == 1 and words[0] in _WEEKDAYS
    if not is_weekday or earlier.route != "calendar":
        return span
    was_past = tense_of(earlier) == "past"
    if was_past == (tense_of(later) == "past"):
        return span
    return span._replace(text=f"{'last' if was_past else 'this'} {words[0]}")
