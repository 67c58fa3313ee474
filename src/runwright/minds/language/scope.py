"""What a slot is of: the words, days, hours and figures that may be said beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from pydantic import BaseModel

from runwright.minds.language import forms
from runwright.minds.language.evidence import Evidence, Slot, records_of, scalars
from runwright.minds.language.vocabulary import keys
from runwright.text import periods
from runwright.text.calendars import Period as Days
from runwright.text.calendars import Viewpoint, span
from runwright.tools.fields import AmountRange, Match, Period

_SYNONYMOUS = frozenset(("category", "category_names", "about", "title"))
"""Matches whose words stand for one thing; those of the others are several things."""
_IDENTITIES = ("group", "name", "counterparty", "account", "document", "state", "title")
_PRIMARY = ("day", "start", "date", "said", "stated_on")


class Restriction(NamedTuple):
    """What a call was restricted to; the answer must say it."""

    wanted: tuple[str, ...]
    needs_all: bool


def restrictions(slot: Slot) -> list[Restriction]:
    """What the arguments of a slot's call let through."""
    found: list[Restriction] = []
    alike: list[str] = []
    for name, match in _matches(slot.outcome.arguments):
        if name in _SYNONYMOUS:
            alike += match.any_of
        elif match.any_of:
            found.append(Restriction(match.any_of, needs_all=True))
    if alike:
        found.append(Restriction(tuple(alike), needs_all=False))
    types = getattr(slot.outcome.arguments, "types", ())
    if types:
        found.append(Restriction(tuple(each.replace("_", " ") for each in types), needs_all=True))
    if weekdays := getattr(slot.outcome.arguments, "weekdays", ()):
        found.append(Restriction(tuple(weekdays), needs_all=True))
    return found


def exclusions(slot: Slot) -> tuple[str, ...]:
    """What the arguments of a slot's call leave out."""
    found = [each for _, match in _matches(slot.outcome.arguments) for each in match.none_of]
    return (*found, *getattr(slot.outcome.arguments, "leave_out", ()))


def bounds(slot: Slot) -> tuple[Decimal | None, Decimal | None]:
    """The least and the most that a single record of the call may come to."""
    for name in ("amount", "total"):
        value = getattr(slot.outcome.arguments, name, None)
        if isinstance(value, AmountRange):
            least, most = value.least, value.most
            return (Decimal(least) if least else None, Decimal(most) if most else None)
    return None, None


def _matches(arguments: BaseModel) -> Iterator[tuple[str, Match]]:
    for name in type(arguments).model_fields:
        value = getattr(arguments, name)
        if isinstance(value, Match):
            yield name, value
        elif isinstance(value, BaseModel) and hasattr(value, "any_of"):
            yield name, Match(any_of=value.any_of, none_of=getattr(value, "none_of", ()))


def identities(slot: Slot) -> tuple[str, ...]:
    """By what the group that a slot is of is named; empty for a record or the whole result."""
    if slot.is_of_record:
        return ()
    return tuple(
        value
        for each in slot.objects[1:]
        for name in _IDENTITIES
        if isinstance(value := getattr(each, name, None), str)
    )


def words(slot: Slot, evidence: Evidence) -> frozenset[str]:
    """The words that may be said of a slot: those of its objects, records and arguments."""
    texts = list(_argument_texts(slot.outcome.arguments))
    inner = slot.objects[1:] or ()
    texts += [value for each in inner for _, value in scalars(each, 2) if isinstance(value, str)]
    texts += [
        value
        for name in type(slot.outcome.result).model_fields
        if name not in ("rows", "items", "notes")
        and isinstance(value := getattr(slot.outcome.result, name), str)
    ]
    for record in records_of(slot):
        if (known := evidence.records.get(record)) is not None:
            texts += [known.title, *(v for _, v in scalars(known.facts, 2) if isinstance(v, str))]
    if not slot.is_of_record and not inner:
        texts += _shared_by_rows(slot)
    return keys(texts)


def _argument_texts(arguments: BaseModel) -> Iterator[str]:
    for name in type(arguments).model_fields:
        value = getattr(arguments, name)
        if hasattr(value, "any_of"):
            yield from value.any_of
        elif name not in ("share_of", "expression", "text", "order", "by", "leave_out"):
            yield from (text for _, text in scalars(value, 2) if isinstance(text, str))


def _shared_by_rows(slot: Slot) -> list[str]:
    """What every single record of a result has: a sum over them is of it as well."""
    result = slot.outcome.result
    if not result.rows or result.more or result.kept != len(result.rows):
        return []
    each = [{v for _, v in scalars(row, 1) if isinstance(v, str)} for row in result.rows]
    return list(set.intersection(*each))


def days(slot: Slot, evidence: Evidence) -> list[date]:
    """The days on which the record of a slot stands, and the day that it shows."""
    found = [_day(forms.day_of(slot, evidence.zone))]
    for each in slot.objects[1:]:
        found += [_moment(getattr(each, name, None), evidence) for name in _PRIMARY]
    return [each for each in found if each is not None]


def _moment(value: Any, evidence: Evidence) -> date | None:
    return _day(forms.moment_of(value, evidence.zone))


def _day(moment: date | datetime | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment


def periods_of(slot: Slot, evidence: Evidence) -> list[Days]:
    """The periods that a figure is of: that of its group, else that of the call."""
    for each in reversed(slot.objects[1:]):
        start, end = getattr(each, "start", None), getattr(each, "end", None)
        if isinstance(start, str) and len(start) == 10 and isinstance(end, str):
            return [span(date.fromisoformat(start), date.fromisoformat(end))]
        for name in ("group", "name"):
            value = getattr(each, name, None)
            if isinstance(value, str) and value[:4].isdigit():
                return list(periods.read(value, Viewpoint(evidence.today)))
    arguments = slot.outcome.arguments
    name = "compared" if "compared" in slot.fields[:-1] else "period"
    period = getattr(arguments, name, None) or getattr(arguments, "dates", None)
    found = [period.days] if isinstance(period, Period) and (period.start or period.end) else []
    day = _moment(getattr(slot.outcome.result, "day", None), evidence)
    return [*found, span(day, day + timedelta(days=1))] if day is not None else found


def hours(slot: Slot, evidence: Evidence) -> list[tuple[int, int]]:
    """Minutes after midnight at which the record of a slot begins and ends."""
    found = []
    for each in slot.objects[1:]:
        start = forms.moment_of(getattr(each, "start", None), evidence.zone)
        end = forms.moment_of(getattr(each, "end", None), evidence.zone)
        if isinstance(start, datetime):
            last = end if isinstance(end, datetime) else start
            found.append((start.hour * 60 + start.minute, last.hour * 60 + last.minute))
    return found


def figures(slot: Slot) -> set[Decimal]:
    """Figures that may be said beside a slot: bounds of its call, the amount of its record."""
    found = {each for each in bounds(slot) if each is not None}
    for name in ("limit", "least_minutes", "most_minutes", "least_times"):
        value = getattr(slot.outcome.arguments, name, None)
        if isinstance(value, int):
            found.add(Decimal(value))
    if slot.is_of_record:
        owned = (getattr(slot.owner, name, None) for name in ("amount", "total", "page"))
        found |= {abs(n) for value in owned if (n := forms.number_of(value)) is not None}
    return found


def union(slots: Iterable[Slot], evidence: Evidence) -> frozenset[str]:
    """The words that may be said of any of some slots."""
    return frozenset().union(*(words(slot, evidence) for slot in slots))
