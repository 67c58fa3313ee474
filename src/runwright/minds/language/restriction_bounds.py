"""Bounds, hours and days that a call was restricted to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from runwright.minds.language import restriction_lexicon as lexicon
from runwright.minds.language import scope
from runwright.minds.language.restriction import Restriction, Said, word
from runwright.minds.language.restriction_words import period, phrase
from runwright.text import times
from runwright.text.calendars import Period as Days
from runwright.text.calendars import span
from runwright.tools.fields import AmountRange, Period
from runwright.tools.hours import Hours


def bound(relation: str, english: str, german: str, *, minutes: bool = False) -> Any:
    def restrictions(value: Any) -> Iterator[Restriction]:
        bound = scope.Bound(relation, Decimal(str(value)), is_minutes=minutes)
        yield Restriction(
            lambda said: scope.names_bound(said.text, bound),
            phrase(english.format(value), german.format(value)),
        )

    return restrictions


_LEAST = bound(">=", "only amounts of at least {}", "nur Beträge ab {}")
_MOST = bound("<=", "only amounts of at most {}", "nur Beträge bis {}")


def amount(value: AmountRange) -> Iterator[Restriction]:
    if value.least is not None:
        yield from _LEAST(value.least)
    if value.most is not None:
        yield from _MOST(value.most)


def hours(value: Hours, english: str = "only", german: str = "nur") -> Restriction:
    def is_said(said: Said) -> bool:
        found = (h for each in times.find(said.text) for h in each.readings)
        return any((h.start, h.end) == value.minutes for h in found)

    return Restriction(
        is_said,
        phrase(
            f"{english} {value.start} to {value.end}", f"{german} {value.start} bis {value.end}"
        ),
    )


def starting(value: Hours) -> Iterator[Restriction]:
    yield hours(value, "only beginning", "nur Beginn")


def outside(value: Sequence[Period]) -> Iterator[Restriction]:
    for each in value:
        yield _period_left_out(each.days)


def _period_left_out(days: Days) -> Restriction:
    def is_said(said: Said) -> bool:
        named = any((each.start, each.end) == (days.start, days.end) for each in said.periods)
        return named and bool(said.own & lexicon.DENYING)

    given = phrase(f"without {period(days, 'en')}", f"ohne {period(days, 'de')}")
    return Restriction(is_said, given, left_out=days)


def begins(value: str) -> Iterator[Restriction]:
    days = span(date.fromisoformat(value[:10]), None)
    yield word(lexicon.COMING, period(days, "en"), period(days, "de"))


def is_over(value: str) -> Iterator[Restriction]:
    days = span(None, date.fromisoformat(value[:10]))
    yield word(lexicon.PAST, period(days, "en"), period(days, "de"))


def days_around(english: str, german: str) -> Callable[[int], Iterator[Restriction]]:
    def restrictions(value: int) -> Iterator[Restriction]:
        yield word(
            lexicon.SPELL_OF_TIME, f"up to {value} days {english}", f"bis {value} Tage {german}"
        )

    return restrictions
