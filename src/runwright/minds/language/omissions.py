"""What a call was restricted to and a fact does not say.

A sum of one month is no sum of all times: periods, names, bounds, hours and exclusions of a call
must be said in the part, in the heading above it or, for a period, anywhere above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runwright.minds.language import comparisons, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot
from runwright.minds.language.spoken import spoken
from runwright.minds.language.template import Filled
from runwright.minds.language.vocabulary import mentions
from runwright.text import times
from runwright.text.calendars import Period as Days
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.period_wording import describe
from runwright.text.words import split_words, word_set

_OVERALL = word_set("altogether overall total combined insgesamt gesamt")
"""Words that make a sum of everything: what it is of must stand beside it."""


class Context(NamedTuple):
    """What stands above a part."""

    heading: str = ""
    earlier: str = ""
    """All of it: a period that was said need not be said again."""
    lead: str = ""
    """The part right above, which introduces a list or a table, or goes on about the same call."""
    cited: frozenset[str] = frozenset()
    """The results that the lead cites."""
    is_led: bool = False
    """Whether the part is an entry of a list or a row of a table."""


def omissions(filled: Filled, evidence: Evidence, context: Context) -> Iterator[str]:
    text = f"{context.heading} {filled.text}"
    said = vocabulary.keys([text])
    folded = set(split_words(fold(filled.text)))
    ranked = folded & (vocabulary.BIG | vocabulary.SMALL)
    # What a part is of may have been said above it, but not below.
    named = spoken(f"{context.earlier} {filled.text}", Viewpoint(evidence.today))
    lead = vocabulary.keys([context.lead]) if not folded & _OVERALL else frozenset()
    for slot in (slot for hole in filled.holes for slot in hole.slots):
        if scope.is_note(slot) or (slot.is_of_record and not ranked):
            continue
        is_led = context.is_led or slot.name in context.cited
        yield from _unsaid(slot, text, said | lead if is_led else said, folded)
        readings = [each for _, own in named for each in own]
        for own in _unsaid_periods(slot, readings, evidence):
            yield f"`{slot.path}` is only of {describe(own)}, and the words do not say so"


def _unsaid_periods(slot: Slot, readings: Sequence[Days], evidence: Evidence) -> list[Days]:
    """The periods of a call that nothing names. A group has its own, and the two periods of a
    comparison may be named as one: `from September to October`."""
    asked, own = scope.asked_periods(slot), scope.periods_of(slot, evidence)
    if not own or slot.outcome.tool == "query_table":
        return []

    def is_said(period: Days) -> bool:
        return any(scope.is_same(period, r.start, r.end, slot, evidence) for r in readings)

    if any(is_said(each) for each in own if each not in asked):
        return []
    return [each for each in asked if not is_said(each)]


def _unsaid(slot: Slot, text: str, said: frozenset[str], folded: set[str]) -> Iterator[str]:
    for restriction in scope.restrictions(slot):
        named = [mentions(each, said) for each in restriction.wanted]
        if not (all(named) if restriction.needs_all else any(named)):
            names = ", ".join(restriction.wanted)
            yield f"`{slot.path}` is only of {names}, and the words do not say so"
    for names_of_group in scope.identities(slot):
        if not any(each[:4].isdigit() or mentions(each, said) for each in names_of_group):
            yield f"`{slot.path}` is of {names_of_group[0]}, and the words do not say so"
    excluded = scope.exclusions(slot)
    denied = folded & (vocabulary.EXCLUSION | vocabulary.NEGATION)
    if excluded and not (denied and all(mentions(each, said) for each in excluded)):
        yield f"`{slot.path}` leaves out {', '.join(excluded)}, and the words do not say so"
    for bound in scope.bounds(slot):
        if not comparisons.names_bound(text, bound):
            yield f"`{slot.path}` is only of what is {bound.relation} {bound.figure}: say so"
    for asked in scope.hours_asked(slot):
        if not any((h.start, h.end) == asked for found in times.find(text) for h in found.readings):
            yield f"`{slot.path}` is only of certain hours of the day: say which"
