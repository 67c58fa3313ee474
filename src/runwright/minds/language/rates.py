"""What is said to be for each month or week: whether the figure is such a rate.

A slot is one if its field or its call says so. An expression is one if it divides the figures of a
period by how many months or weeks that period has, or makes a rate into one of another unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from runwright.minds.language import scope
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot, Work
from runwright.minds.language.template import Hole
from runwright.text.calendars import Period
from runwright.text.folding import fold
from runwright.tools import calculate, formulas
from runwright.tools.formula_functions import is_function
from runwright.tools.formulas import Apply, Fetch, Push

_RATE = re.compile(
    r"\b(?:an?|per|each|every|pro|je|jede[mnrs]?|im|in\s+der|am|/)\s+"
    r"(?:(?:whole|full|entire|ganze[mnrs]?|volle[mnrs]?)\s+)?(?P<unit>[^\W\d_]+)|"
    r"\b(?P<adverb>monthly|yearly|annual|annually|weekly|daily|quarterly|monatlich|jährlich|"
    r"wöchentlich|täglich|vierteljährlich)\b",
    re.IGNORECASE,
)
_SPELL = re.compile(
    r"\b(?:over|über|in)\s+(?P<count>[1-9]\d*)\s+(?P<unit>[^\W\d_]+)", re.IGNORECASE
)
_ONE = {
    word: unit
    for unit, words in {
        "day": "day tag daily taglich",
        "week": "week woche weekly wochentlich",
        "month": "month monat monthly monatlich",
        "quarter": "quarter quartal quarterly vierteljahrlich",
        "year": "year jahr yearly annual annually jahrlich",
    }.items()
    for word in words.split()
}
_INTERVALS = {"weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year"}
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_DAYS = {"day": (1, 1), "week": (7, 7), "month": (28, 31), "quarter": (90, 92), "year": (365, 366)}
"""How few and how many days a unit has."""
_SAME = frozenset(("sum", "round", "abs", "negative", "avg", "max", "min", "in"))


class Claim(NamedTuple):
    """That a figure is for each of some unit."""

    unit: str
    word: str
    place: int


def claims(sentence: Sentence) -> Iterator[Claim]:
    """The rates that a sentence speaks of."""
    for found in _RATE.finditer(sentence.text):
        name = "unit" if found["unit"] else "adverb"
        place = sentence.start + found.start(name)
        unit = _ONE.get(fold(found[name]))
        if unit and not any(each.start <= place < each.end for each in sentence.periods):
            yield Claim(unit, found[0], place)


def problems(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """Rates that no figure of the sentence is."""
    yield from _spells(sentence, evidence)
    yield from _unsaid(sentence)
    for claim in claims(sentence):
        if not any(is_rate(hole, claim.unit, evidence) for hole in _beside(claim, sentence)):
            yield f"“{claim.word}”: no figure here is such a rate"


def _unsaid(sentence: Sentence) -> Iterator[str]:
    """`The average payment was 142.94`, where that is what a month came to."""
    said = {claim.unit for claim in claims(sentence)}
    for slot in (h.source for h in sentence.holes if isinstance(h.source, Slot)):
        unit = getattr(slot.outcome.arguments, "per", None)
        if slot.leaf == "average_per" and unit not in said:
            yield f"`{slot.path}` is an average a {unit}, and the words do not say so"


def _spells(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """`over 12 months`: a rate must have been multiplied by so many."""
    for found in _SPELL.finditer(sentence.text):
        unit = _ONE.get(fold(found["unit"])) or _ONE.get(fold(found["unit"])[:-1])
        for work in (h.source for h in sentence.holes if isinstance(h.source, Work)):
            bases = {base for slot in work.slots for base in _units(slot)}
            factor = _factor(work.expression, evidence)
            if unit is None or not bases or factor is None:
                continue
            if len(bases) > 1 or not _converts(factor / int(found["count"]), min(bases), unit):
                yield f"“{found[0]}”: the expression is of another length of time"


def holds(sentence: Sentence, evidence: Evidence) -> bool:
    """Whether an expression of a sentence is the rate that its words say: an average over time."""
    return any(
        isinstance(hole.source, Work) and is_rate(hole, claim.unit, evidence)
        for claim in claims(sentence)
        for hole in _beside(claim, sentence)
    )


def _beside(claim: Claim, sentence: Sentence) -> Sequence[Hole]:
    """The expressions that a rate is said of; without one, all slots of its sentence."""
    worked = [hole for hole in sentence.holes if isinstance(hole.source, Work)]
    if worked and len(worked) == len(sentence.holes):
        before = [hole for hole in worked if hole.end <= claim.place and "%" not in hole.shown]
        return before[-1:] or worked[:1]
    return sentence.holes


def is_rate(hole: Hole, unit: str, evidence: Evidence) -> bool:
    """Whether a figure is one for each of that unit."""
    if isinstance(hole.source, Slot):
        return unit in _units(hole.source) or _is_one_of_several(hole.source, unit)
    factor = _factor(hole.source.expression, evidence)
    slots = hole.source.slots
    if factor is None or not slots:
        return False
    if "avg(" in hole.source.expression and factor == 1:
        return all(getattr(slot.outcome.arguments, "by", None) == unit for slot in slots)
    bases = {base for slot in slots for base in _units(slot)}
    if bases:
        return len(bases) == 1 and _converts(factor, min(bases), unit)
    if any(slot.is_of_record for slot in slots):
        return False
    return factor in _factors(unit, _periods(slots, evidence), evidence.today)


def _units(slot: Slot) -> set[str]:
    """The unit that a slot's figure is for already."""
    if "per_month" in slot.fields:
        return {"month"}
    own = (getattr(each, "interval", None) for each in reversed(slot.objects))
    interval = next((each for each in own if each is not None), None)
    if interval in _INTERVALS:
        return {_INTERVALS[interval]}
    if slot.leaf in ("average_per", "stretches"):
        return {str(getattr(slot.outcome.arguments, "per", None))}
    return set()


def _is_one_of_several(slot: Slot, unit: str) -> bool:
    """`each month: 48.10 in August, 61.50 in September`; the period of a group must be said."""
    by = getattr(slot.outcome.arguments, "by", None)
    return by == unit and slot.fields[:1] == ("groups",) and len(slot.objects) > 1


def _converts(factor: Fraction, base: str, unit: str) -> bool:
    """Whether a factor makes a rate for one unit into one for another."""
    if base in _MONTHS and unit in _MONTHS:
        return factor == Fraction(_MONTHS[unit], _MONTHS[base])
    if _DAYS[base] > _DAYS[unit]:
        return factor != 0 and _converts(1 / factor, unit, base)
    least, most = _DAYS[unit][0] // _DAYS[base][1], ceil(_DAYS[unit][1] / _DAYS[base][0])
    return least <= factor <= most


def _periods(slots: Sequence[Slot], evidence: Evidence) -> list[Period]:
    found = [period for slot in slots for period in scope.periods_of(slot, evidence)]
    return list(dict.fromkeys(found))


def _factors(unit: str, periods: Sequence[Period], today: date) -> set[Fraction]:
    """By what the figures of some periods may be multiplied to be for each unit."""
    found: set[Fraction] = set()
    for cut in (None, today, today + timedelta(days=1)):
        spans = [_span(each, cut) for each in periods]
        known = [each for each in spans if each is not None]
        if not known or len(known) < len(spans):
            continue
        days = sum((end - start).days for start, end in known)
        months = sum(_months(start, end) for start, end in known)
        if unit in _MONTHS:
            found.add(Fraction(_MONTHS[unit], months))
        if unit == "year":
            found |= {Fraction(365, days), *(Fraction(52, weeks) for weeks in _weeks(days))}
        if unit == "week":
            found |= {Fraction(1, weeks) for weeks in _weeks(days)} | {Fraction(7, days)}
        if unit == "day":
            found.add(Fraction(1, days))
    return found


def _span(period: Period, cut: date | None) -> tuple[date, date] | None:
    start, end = period.start, period.end
    if start is None or (end is None and cut is None):
        return None
    last = end if cut is None else cut if end is None else min(end, cut)
    return (start, last) if last is not None and start < last else None


def length(period: Period, unit: str) -> int | None:
    """How many months, weeks or days a period is, if it is a whole number of them."""
    if period.start is None or period.end is None:
        return None
    days = (period.end - period.start).days
    if unit in _MONTHS:
        is_whole = period.start.day == 1 == period.end.day
        months = _months(period.start, period.end)
        return months // _MONTHS[unit] if is_whole and not months % _MONTHS[unit] else None
    least = _DAYS[unit][0]
    return None if days % least else days // least


def _months(start: date, end: date) -> int:
    """The calendar months that a period touches."""
    last = end - timedelta(days=1)
    return (last.year - start.year) * 12 + last.month - start.month + 1


def _weeks(days: int) -> set[Fraction]:
    """Whole weeks, up or down, or exactly."""
    return {Fraction(days, 7), Fraction(max(1, days // 7)), Fraction(ceil(days / 7))}


# By what an expression multiplies ---------------------------------------------------------------


class _Value(NamedTuple):
    """A value while an expression is read: a figure of the model's own, or a multiple of one that
    stands in a result."""

    figure: Fraction
    is_own: bool


def _factor(expression: str, evidence: Evidence) -> Fraction | None:
    """By what an expression multiplies the figures that it takes; None if it does more."""
    value = _read(expression, evidence, 8)
    return None if value is None or value.is_own else value.figure


def _read(expression: str, evidence: Evidence, depth: int) -> _Value | None:
    stack: list[_Value | None] = []
    for step in formulas.parse(expression, is_function):
        match step:
            case Push(value):
                plain = not isinstance(value, date) and not value.units
                stack.append(_Value(value.figure, True) if plain else None)  # type: ignore[union-attr]
            case Fetch(path):
                stack.append(_fetched(path, evidence, depth))
            case Apply(name, takes):
                taken = stack[len(stack) - takes :]
                del stack[len(stack) - takes :]
                known = [each for each in taken if each is not None]
                stack.append(_applied(name, known) if len(known) == takes else None)
    return stack[-1] if stack else None


def _fetched(path: str, evidence: Evidence, depth: int) -> _Value | None:
    outcome = evidence.results.get(path.partition(".")[0])
    arguments = None if outcome is None else outcome.arguments
    if not isinstance(arguments, calculate.Arguments):
        return _Value(Fraction(1), False)
    return _read(arguments.expression, evidence, depth - 1) if depth else None


def _applied(name: str, taken: Sequence[_Value]) -> _Value | None:
    figures = [each.figure for each in taken]
    own = [each.is_own for each in taken]
    if name in ("*", "/") and len(taken) == 2:
        if not any(own) or (name == "/" and (not own[1] or figures[1] == 0)):
            return None
        value = figures[0] * figures[1] if name == "*" else figures[0] / figures[1]
        return _Value(value, all(own))
    if name in ("+", "-") and len(taken) == 2:
        if all(own):
            return _Value(figures[0] + figures[1] * (1 if name == "+" else -1), True)
        return taken[0] if not any(own) and figures[0] == figures[1] else None
    if name in _SAME and not any(own) and len(set(figures)) == 1:
        return taken[0]
    if name == "round" and not own[0]:
        return taken[0]
    return None
