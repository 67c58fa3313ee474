"""What a slot is of: the words, days, hours and figures that may be said beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from pydantic import BaseModel

from runwright.minds.language import forms
from runwright.minds.language.evidence import Evidence, Slot, records_of, scalars
from runwright.minds.language.vocabulary import TOOL_FAMILIES, keys
from runwright.text import durations, numbers, periods
from runwright.text.calendars import Period as Days
from runwright.text.calendars import Viewpoint, span
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.event_rows import EventRow
from runwright.tools.fields import AmountRange, Period
from runwright.tools.hours import Hours

NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_IDENTITIES = ("group", "name", "counterparty", "account", "document", "state", "title")
_MINUTES = {"least_minutes": ">=", "most_minutes": "<="}
_BOUNDS = {"above": ">", "least": ">=", "below": "<", "most": "<="}
_OF_BOTH = frozenset(("kept", "looked_at"))
"""Counts that are of both periods of a comparison."""
_PROSE = frozenset(("text", "note"))
_PRIMARY = ("day", "start", "date", "said", "stated_on")


class Bound(NamedTuple):
    """The least or the most that a single record of a call may come to."""

    relation: str
    """`>=`, `>`, `<=` or `<`."""
    figure: Decimal
    is_minutes: bool = False


def bounds(slot: Slot) -> list[Bound]:
    """What bounds the single records of a call."""
    found = []
    for name, value in choices(slot):
        if isinstance(value, AmountRange):
            ends = ((">=", value.least), ("<=", value.most))
            found += [Bound(relation, Decimal(end)) for relation, end in ends if end]
        elif name in _MINUTES and value is not None:
            found.append(Bound(_MINUTES[name], Decimal(value), is_minutes=True))
        elif name in _BOUNDS and isinstance(value, str):
            found.append(Bound(_BOUNDS[name], Decimal(value)))
    return found


def names_bound(text: str, bound: Bound) -> bool:
    """Whether a text has the figure of a bound."""
    if bound.is_minutes:
        found = (d for each in durations.find(text) for d in each.readings)
        if any(each.total_minutes == bound.figure for each in found):
            return True
    return any(
        ":" not in found[0] and bound.figure in numbers.figure_values(found[0])
        for found in NUMBER.finditer(text)
    )


def hours_asked(slot: Slot) -> list[tuple[int, int]]:
    """The hours of the day that a call was restricted to, in minutes after midnight."""
    return [value.minutes for _, value in choices(slot) if isinstance(value, Hours)]


def is_note(slot: Slot) -> bool:
    """Whether a slot is the sentence that a tool adds to its result."""
    return slot.fields[:1] == ("notes",)


def is_label(slot: Slot) -> bool:
    """Whether a slot is the name of a group, or the first day of one, or the day of a result."""
    is_named = slot.leaf in ("group", "name", "start", "busiest") or slot.fields == ("day",)
    return is_named and not slot.is_of_record


def hours_of_call(slot: Slot) -> list[tuple[int, int]]:
    """The hours of the day that a call looked at, those that it has anyway among them."""
    arguments = slot.outcome.arguments
    values = (getattr(arguments, name) for name in type(arguments).model_fields)
    usual = [value.minutes for value in values if isinstance(value, Hours)]
    return [*usual, *hours_asked(slot)]


def choices(slot: Slot) -> Iterator[tuple[str, Any]]:
    """The arguments that are not as always; those of the whole only for a share of it."""
    for name, value in _given(slot.outcome.arguments):
        if name != "share_of":
            yield name, value
    whole = getattr(slot.outcome.arguments, "share_of", None)
    if slot.leaf == "share" and isinstance(whole, BaseModel):
        yield from _given(whole)


def _given(arguments: BaseModel) -> Iterator[tuple[str, Any]]:
    for name, field in type(arguments).model_fields.items():
        value = getattr(arguments, name)
        if value == field.default:
            continue
        yield name, value
        if name == "share_of" or isinstance(value, Period | Hours | AmountRange):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, BaseModel):
                yield from _given(each)


def identities(slot: Slot) -> tuple[tuple[str, ...], ...]:
    """By what the groups that a slot is of are named, each by any of some names; none for a record
    or the whole result."""
    if slot.is_of_record:
        return ()
    return tuple(
        (value, *_also(slot, each))
        for each in slot.objects[1:]
        for name in _IDENTITIES
        if isinstance(value := getattr(each, name, None), str)
    )


def _also(slot: Slot, each: BaseModel) -> tuple[str, ...]:
    """The category of a recurring payment names it, where no other one has it."""
    category = getattr(each, "category", None)
    others = [getattr(other, "category", None) for other in _payments(slot)]
    return (category,) if isinstance(category, str) and others.count(category) == 1 else ()


def _payments(slot: Slot) -> Sequence[BaseModel]:
    return getattr(slot.outcome.result, "payments", ())


def words(slot: Slot, evidence: Evidence) -> frozenset[str]:
    """The words that may be said of a slot: those of its objects, records and arguments."""
    texts = list(_argument_texts(slot.outcome.arguments))
    inner = slot.objects[1:] or ()
    is_cell = "lines" in slot.fields
    for each in inner:
        # Of a table only the line counts that the value stands in, and what its columns are called.
        own = getattr(each, "header", each) if is_cell and hasattr(each, "lines") else each
        texts += _short_texts(own)
    texts += [
        value
        for name in type(slot.outcome.result).model_fields
        if name not in ("rows", "items", "notes")
        and isinstance(value := getattr(slot.outcome.result, name), str)
    ]
    for record in () if is_cell else records_of(slot):
        if (known := evidence.records.get(record)) is not None:
            texts += [known.title, *_short_texts(known.facts)]
    texts += _told_elsewhere(slot, evidence)
    if not slot.is_of_record and not inner:
        texts += _shared_by_rows(slot)
    # A figure is no name: it would let the same figure stand there by hand.
    return keys(text for text in texts if forms.number_of(text) is None)


def _short_texts(value: object) -> Iterator[str]:
    """Names and the like. The words of prose are no names: put together anew, they say anything."""
    found = scalars(value, 2)
    return (each for name, each in found if isinstance(each, str) and name not in _PROSE)


def _told_elsewhere(slot: Slot, evidence: Evidence) -> Iterator[str]:
    """What other results say of the same record, and the title of an event that takes exactly the
    days of a figure: `your trip to Lugano cost {r2.total}`."""
    for each in same_records(slot, evidence):
        yield from _short_texts(each)
    if slot.is_of_record:
        return
    asked = {(each.start, each.end) for each in asked_periods(slot)}
    rows = (row for outcome in evidence.results.values() for row in outcome.result.rows)
    for event in (row for row in rows if asked and isinstance(row, EventRow)):
        start, end = _moment(event.start, evidence), _moment(event.end, evidence)
        if event.all_day and (start, end) in asked:
            yield event.title


def same_records(slot: Slot, evidence: Evidence) -> Iterator[BaseModel]:
    """The entries of all results that are of a slot's record, by its id."""
    ids = {each.id for each in slot.objects[1:] if hasattr(each, "id")}
    for outcome in evidence.results.values() if ids else ():
        for name in ("rows", "bills"):
            entries = getattr(outcome.result, name, ())
            yield from (e for e in entries if e.id in ids and e not in slot.objects)


def _argument_texts(arguments: BaseModel) -> Iterator[str]:
    for name in type(arguments).model_fields:
        value = getattr(arguments, name)
        if hasattr(value, "any_of"):
            yield from value.any_of
        elif name == "by" and isinstance(value, str):
            yield value
        elif name not in ("share_of", "expression", "text", "order", "leave_out"):
            given = (text for field, text in scalars(value, 3) if field != "none_of")
            yield from (text for text in given if isinstance(text, str))


def _shared_by_rows(slot: Slot) -> list[str]:
    """What every single record of a result has: a sum over them is of it as well."""
    result = slot.outcome.result
    matching = getattr(result, "matching", None) or result.kept
    if not result.rows or result.more or not result.kept == matching == len(result.rows):
        return []
    each = [{v for _, v in scalars(row, 1) if isinstance(v, str)} for row in result.rows]
    # `9 lessons`: the title of every single one has the word.
    words = [frozenset(split_words(fold(" ".join(_names_of(row))))) for row in result.rows]
    return [*set.intersection(*each), *frozenset.intersection(*words)]


def _names_of(row: BaseModel) -> Iterator[str]:
    values = (getattr(row, name, None) for name in ("title", "counterparty", "name", "issuer"))
    return (each for each in values if isinstance(each, str))


def days(slot: Slot, evidence: Evidence) -> list[date]:
    """The days on which the record of a slot stands, and the day that it shows."""
    found = [_day(forms.day_of(slot, evidence.zone))]
    for each in slot.objects[1:]:
        # What an account holds is of the day that was asked about, whatever a statement says.
        names = _PRIMARY if slot.leaf != "balance" else ()
        found += [_moment(getattr(each, name, None), evidence) for name in names]
    return [each for each in found if each is not None]


def _moment(value: Any, evidence: Evidence) -> date | None:
    return _day(forms.moment_of(value, evidence.zone))


def _day(moment: date | datetime | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment


def periods_of(slot: Slot, evidence: Evidence) -> list[Days]:
    """The periods that a figure is of: that of its group, else that of the call."""
    if (group := period_of_group(slot, evidence)) is not None:
        return [group]
    if slot.leaf == "stated" and (stated := _moment(_field(slot, "stated_on"), evidence)):
        return [span(stated, stated + timedelta(days=1))]
    found = asked_periods(slot)
    if is_change(slot) and len(found) > 1:
        found.append(span(*_around(found)))
    day = _moment(getattr(slot.outcome.result, "day", None), evidence)
    return [*found, span(day, day + timedelta(days=1))] if day is not None else found


def period_of_group(slot: Slot, evidence: Evidence) -> Days | None:
    """The stretch of the calendar that a slot's group is, by its days or by its name."""
    for each in reversed(slot.objects[1:]):
        start, end = getattr(each, "start", None), getattr(each, "end", None)
        if isinstance(start, str) and len(start) == 10 and isinstance(end, str):
            return span(date.fromisoformat(start), date.fromisoformat(end))
        for name in ("group", "name"):
            value = getattr(each, name, None)
            if isinstance(value, str) and value[:4].isdigit():
                return next(iter(periods.read(value, Viewpoint(evidence.today))), None)
    return None


def _field(slot: Slot, name: str) -> Any:
    return getattr(slot.owner, name, None)


def asked_periods(slot: Slot) -> list[Days]:
    """The periods that the call of a figure was restricted to."""
    arguments = slot.outcome.arguments
    if slot.leaf in _OF_BOTH and getattr(arguments, "compared", None) is not None:
        return []
    names = _period_names(slot)
    asked = [value for name, value in choices(slot) if name in names and isinstance(value, Period)]
    return [each.days for each in asked if each.start or each.end]


def _around(found: Sequence[Days]) -> tuple[date | None, date | None]:
    starts, ends = [each.start for each in found], [each.end for each in found]
    return (
        None if None in starts else min(each for each in starts if each),
        None if None in ends else max(each for each in ends if each),
    )


def _period_names(slot: Slot) -> tuple[str, ...]:
    if "compared" not in slot.fields[:-1]:
        return ("period", "dates", "due")
    # How much more it is now is of both periods.
    return ("compared", "period") if is_change(slot) else ("compared",)


def is_by_size(slot: Slot) -> bool:
    """Groups come the largest first, except stretches of the calendar and days of the week."""
    by = getattr(slot.outcome.arguments, "by", None)
    order = getattr(slot.outcome.arguments, "order", "usual")
    return order in ("usual", "largest") and by in ("counterparty", "category", "account", "type")


def is_change(slot: Slot) -> bool:
    """Whether a slot says how much more or less something is than before."""
    if slot.leaf in ("difference", "percent"):
        return True
    arguments = slot.outcome.arguments
    return slot.fields[:1] == ("figure",) and getattr(arguments, "measure", None) == "change"


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
    found = {each.figure for each in bounds(slot)}
    for name in ("limit", "least_times"):
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


def is_same(
    own: Days, start: date | None, end: date | None, slot: Slot, evidence: Evidence
) -> bool:
    """Whether a period that was said is that of a slot's call."""
    if "finance" in TOOL_FAMILIES.get(slot.outcome.tool, ()):
        # Nothing is booked in days to come: "so far this month" is the month.
        tomorrow = evidence.today + timedelta(days=1)
        ends = [tomorrow if each is None or each > tomorrow else each for each in (own.end, end)]
        return own.start == start and ends[0] == ends[1]
    return (own.start, own.end) == (start, end)
