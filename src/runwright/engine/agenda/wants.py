"""What of the calendar must have been read before a request can be answered."""

from __future__ import annotations

from datetime import date, timedelta

from runwright.engine.agenda.request import OTHER_YEARS, Request, in_year, widened
from runwright.engine.agenda.vocabulary import joined, searched
from runwright.engine.types import Want

_SOON = timedelta(days=92)
_YEAR = timedelta(days=366)


def wants_of(request: Request, text: str, today: date) -> tuple[Want, ...]:
    """The days and words to read; the first also brings what fits best, wherever it lies."""
    stretches = request.stretches()
    wants = [_whole(stretch) for stretch in stretches]
    if request.yearless:
        wants += [_whole(in_year(each, years)) for each in stretches for years in OTHER_YEARS]
    if request.to_days:
        wants += [_whole(stretch) for stretch in request._replace(days=request.to_days).stretches()]
    words = searched(f"{request.topic} {request.people} {request.rivals}")
    if request.topic:
        # A topic has lost its hyphens: "kick-off" is looked up as "kickoff" too.
        words = tuple(dict.fromkeys((*words, *sorted(joined(text)))))
    if not stretches and words and request.ask != "free":
        wants.append(Want("calendar", whole=True, words=words))
    if not stretches and (not words or _needs_others(request)):
        wants.append(_whole(_around_today(request, today)))
    return (wants[0]._replace(text=text), *wants[1:])


def _needs_others(request: Request) -> bool:
    """Whether the events beside the one that is named matter too."""
    others = ("free", "neighbour", "overlap", "middle", "share")
    return bool(request.ask in others or request.change)


def _around_today(request: Request, today: date) -> tuple[date, date]:
    if request.change or request.ask in ("neighbour", "middle"):
        return today - (_YEAR if request.past else timedelta(days=7)), today + _SOON
    if request.ask == "free":
        return today, today + _SOON
    if request.ask in ("recurring", "share"):
        return today - _YEAR / 2, today + _YEAR / 2
    if request.whenever or request.whom:
        return today - _YEAR, today + _YEAR
    if request.past or request.order in ("last", "previous"):
        return today - _YEAR, today + timedelta(days=1)
    return today, today + _YEAR


def _whole(stretch: tuple[date, date]) -> Want:
    start, end = widened(stretch)
    return Want("calendar", whole=True, start=start, end=end)
