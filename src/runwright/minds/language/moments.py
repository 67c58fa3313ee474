"""Days, periods, hours and durations in a clause: whether they are those of its slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from runwright.minds.language import forms, restated, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot, Work
from runwright.minds.language.spoken import spoken
from runwright.minds.language.template import Clause, Hole
from runwright.text import durations, times
from runwright.text.calendar_words import WEEKDAYS
from runwright.text.calendars import Period as Days
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold

_SO_FAR = frozenset(("so far", "bisher", "bislang", "to date", "until now", "bis jetzt"))
_TOKEN = re.compile(r"\w+")
_LEADS = frozenset(("in", "im", "of", "for", "from", "to", "von", "vom", "auf", "the", "year"))
_WEEKDAY = re.compile(r"[^\W\d_]+")
_DIRECTLY = re.compile(r"[\s*_(]*")


def blank(text: str, start: int, end: int) -> str:
    """A text without one of its stretches."""
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"


def check_weekdays(
    text: str, clause: Clause, slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    """Days of the week."""
    wrong = []
    for found in _WEEKDAY.finditer(text):
        number = WEEKDAYS.get(fold(found[0]))
        if number is None or (len(found[0]) < 5 and not found[0][0].isupper()):
            continue
        if number not in _weekdays_of(found.start() + clause.start, clause, slots, evidence):
            wrong.append(f"“{found[0]}” is not the weekday of what the slots are of")
        text = blank(text, found.start(), found.end())
    return text, wrong


def _weekdays_of(place: int, clause: Clause, slots: Sequence[Slot], evidence: Evidence) -> set[int]:
    shown = [(abs(h.start - place), d) for h in clause.holes if (d := _shown_day(h, evidence))]
    if shown:
        return {min(shown)[1].weekday()}
    named = {
        WEEKDAYS[fold(each)]
        for slot in slots
        for each in (*getattr(slot.outcome.arguments, "weekdays", ()), *_names(slot))
        if fold(each) in WEEKDAYS
    }
    days = {day.weekday() for slot in slots for day in scope.days(slot, evidence)}
    single = {
        period.start.weekday()
        for slot in slots
        for period in scope.periods_of(slot, evidence)
        if period.days == 1 and period.start is not None
    }
    return named | days | single


def _names(slot: Slot) -> Iterator[str]:
    return (each for names in scope.identities(slot) for each in names)


def _shown_day(hole: Hole, evidence: Evidence) -> date | None:
    if isinstance(hole.source, Work):
        day = hole.source.result.day
        return None if day is None else date.fromisoformat(day)
    moment = forms.day_of(hole.source, evidence.zone)
    return None if moment is None else date(moment.year, moment.month, moment.day)


def check_periods(
    text: str, clause: Clause, _slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    """Days and longer periods."""
    wrong = []
    for found, readings in reversed(spoken(text, Viewpoint(evidence.today))):
        words = text[found.start : found.end]
        holes = _holes_of(found.start, text, clause)
        if _is_until(readings):
            # `from {day} until today`: the end of what the figures are of, not of that day.
            holes = [hole for hole in clause.holes if _is_sum(hole)] or holes
        # Behind the name of a line, the name of a column is that of the figure that follows.
        holes = [h for h in clause.holes if any(_is_named_so(words, s) for s in h.slots)] or holes
        if not holes or not all(_fits(readings, words, hole, evidence) for hole in holes):
            wrong.append(f"“{words.strip()}” is not the time that the slots are of")
        text = blank(text, found.start, found.end)
    return text, wrong


def _holes_of(place: int, text: str, clause: Clause) -> Sequence[Hole]:
    """What a period is said of: the slot right before it, else all of its clause."""
    for hole in clause.holes:
        end = hole.end - clause.start
        if end <= place and _DIRECTLY.fullmatch(text, end, place):
            return (hole,)
    return clause.holes


def _is_until(readings: Sequence[Days]) -> bool:
    return any(each.start is None and each.end is not None for each in readings)


def _is_sum(hole: Hole) -> bool:
    """Whether a slot is a figure of a whole call."""
    return any(
        not slot.is_of_record and not scope.is_label(slot) and forms.is_money(slot)
        for slot in hole.slots
    )


def _fits(readings: Sequence[Days], words: str, hole: Hole, evidence: Evidence) -> bool:
    if words.strip().lower() in _SO_FAR:
        return any(_is_running(slot, evidence) for slot in hole.slots)
    if isinstance(hole.source, Work):
        named = set(restated.days(hole.source, evidence))
        if any(_edge(each) in named for each in readings):
            return True
    return any(
        _is_named_so(words, slot)
        or any(_is_of(each.start, each.end, slot, evidence) for each in readings)
        for slot in hole.slots
    )


def _edge(period: Days) -> date | None:
    """The day that a period is, or until which or from which it goes."""
    if period.days == 1 or period.end is None:
        return period.start
    return period.end - timedelta(days=1) if period.start is None else None


def _is_running(slot: Slot, evidence: Evidence) -> bool:
    today = evidence.today
    asked = scope.asked_periods(slot)
    # Nothing is booked in days to come: all bookings are those so far.
    if not asked and "finance" in vocabulary.TOOL_FAMILIES.get(slot.outcome.tool, ()):
        return True
    return any(
        (each.start is None or each.start <= today) and (each.end is None or today < each.end)
        for each in asked
    )


def _is_named_so(words: str, slot: Slot) -> bool:
    """A column of a table may be called `2026`."""
    telling = vocabulary.keys(word for word in _TOKEN.findall(words) if fold(word) not in _LEADS)
    arguments = slot.outcome.arguments
    if "cells" in slot.fields:
        row = next(each for each in slot.objects if hasattr(each, "header"))
        header = row.header[slot.indexes[-1]] if slot.indexes[-1] < len(row.header) else ""
        return bool(telling) and telling <= vocabulary.keys([header])
    if slot.outcome.tool != "query_table":
        return False
    names = ["to_column" if slot.fields[:1] == ("after",) else "column"]
    if scope.is_change(slot):
        names = ["column", "to_column"]
    columns = [getattr(arguments, name, None) for name in names]
    called = [text for each in columns if each is not None for text in each.name.any_of]
    return bool(telling) and telling <= vocabulary.keys(called)


def _is_of(start: date | None, end: date | None, slot: Slot, evidence: Evidence) -> bool:
    own = scope.periods_of(slot, evidence)
    if not slot.is_of_record and any(
        scope.is_same(each, start, end, slot, evidence) for each in own
    ):
        return True
    days = scope.days(slot, evidence)
    return any((start is None or start <= day) and (end is None or day < end) for day in days)


def check_times(
    text: str, _clause: Clause, slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    """Hours of the day."""
    wrong = []
    spans = [each for slot in slots for each in scope.hours(slot, evidence)]
    asked = [each for slot in slots for each in scope.hours_of_call(slot)]
    for found in reversed(times.find(text)):
        words = text[found.start : found.end]
        exact = any(each.isdigit() for each in words)
        fits = any((h.start, h.end) in asked for h in found.readings)
        if not (
            fits or any(_is_at(h.start, h.end, s, exact) for h in found.readings for s in spans)
        ):
            wrong.append(f"“{words.strip()}” is not the time of what the slots are of")
        text = blank(text, found.start, found.end)
    return text, wrong


def _is_at(start: int, end: int, span: tuple[int, int], exact: bool) -> bool:
    if not exact:
        return start <= span[0] < end
    if start == end or end == times.DAY:
        return start == span[0]
    return end == span[1] and start in (0, span[0])


def check_durations(
    text: str, _clause: Clause, slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    """`two hours`: what the call asked for, or how long the record is."""
    asked = {each.figure for slot in slots for each in scope.bounds(slot) if each.is_minutes}
    lengths = {end - start for slot in slots for start, end in scope.hours(slot, evidence)}
    wrong = []
    for found in reversed(durations.find(text)):
        minutes = {each.total_minutes for each in found.readings if each.minutes}
        words = text[found.start : found.end]
        if minutes & (asked | lengths):
            text = blank(text, found.start, found.end)
        elif minutes and lengths:
            wrong.append(f"“{words.strip()}” is not how long it is")
    return text, wrong


CHECKS = (check_weekdays, check_periods, check_times, check_durations)
"""In their order; each blanks out what it has read, and says what is wrong with it."""
