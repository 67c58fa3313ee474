"""Words that say how something stands today: `now`, `still`, `already`, `since`.

Each is a claim. A result carries it by what it is of: a period that is not over, an event that is
yet to come, a bill that is open, a series of payments that goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta

from runwright.minds.language import forms, scope, vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot
from runwright.minds.language.template import Hole
from runwright.minds.language.vocabulary import canonical
from runwright.text.calendars import Period
from runwright.text.words import word_set
from runwright.tools.event_rows import EventRow
from runwright.tools.find_recurring_payments import RecurringPayment

_STILL = word_set("still yet anymore noch weiterhin")
_NOW = word_set("now currently presently nowadays jetzt derzeit momentan inzwischen mittlerweile")
_DONE = word_set("already bereits schon")
_SO_FAR = word_set("bisher bislang")
_SINCE = word_set("since seit seitdem")
WORDS = _STILL | _NOW | _DONE | _SO_FAR | _SINCE
"""All of them."""
_LED = re.compile(r"(?:since|seit)(?:\s+(?:the|dem|der|den))?[\s*_]*#", re.IGNORECASE)
_EDGE = re.compile(
    r"\b(?:(?:from|since|between|ab|seit|von|vom|after)|(?P<to>to|until|till|through|bis|before))"
    r"(?:\s+(?:the|dem|den|zum))?[\s*_]+$",
    re.IGNORECASE,
)
_LEDGER = frozenset(("measure_transactions", "find_transactions"))
_PENDING = frozenset(("pending", "open", "overdue", "tentative"))
_SETTLED = frozenset(("paid", "overdue", "cancelled", "reversed"))


def problems(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """Words of time that nothing carries; those that stand in a name of the record are its own."""
    for lexicon, carries in _CARRIED.items():
        said = sentence.has(lexicon)
        if not said or any(carries(slot, evidence) for slot in sentence.slots):
            continue
        if canonical(said[0]) not in scope.union(sentence.slots, evidence):
            yield f"“{said[0]}”: no result says how it stands today"
    for word, place in zip(sentence.words, sentence.places, strict=True):
        if word in _SINCE and not _LED.match(sentence.after(place)):
            yield f"“{word}” gives a time or a cause that no slot and no period behind it is"
    yield from _bounds(sentence, evidence)


def _bounds(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """`from {day} to {day} you spent {total}`: the first and the last day of what the sum is of."""
    sums = [slot for slot in sentence.slots if _is_sum(slot)]
    own = [each for slot in sums for each in scope.periods_of(slot, evidence)]
    for hole in sentence.holes if sums else ():
        slot, lead = hole.source, _EDGE.search(sentence.before(hole.start))
        if not isinstance(slot, Slot) or lead is None or len(slot.fields) == 1:
            continue
        moment = forms.day_of(slot, evidence.zone)
        edges = [edge for each in own if (edge := _edge(each, bool(lead["to"]))) is not None]
        if moment is not None and not any(_is_edge(moment, each, hole) for each in edges):
            yield f"the period of `{sums[0].path}` does not begin or end with `{slot.path}`"


def _edge(period: Period, is_end: bool) -> date | None:
    if is_end:
        return None if period.end is None else period.end - timedelta(days=1)
    return period.start


def _is_edge(moment: date, edge: date, hole: Hole) -> bool:
    """Whether a slot shows that day, or the month with which the period begins or ends."""
    is_month = not hole.shown[:1].isdigit()
    same_month = (moment.year, moment.month) == (edge.year, edge.month)
    return same_month and (is_month or moment.day == edge.day)


def _is_sum(slot: Slot) -> bool:
    """Whether a slot is a sum or count of the bookings of a call."""
    is_one = slot.is_of_record or {"smallest", "largest", "payments", "groups"} & set(slot.fields)
    return (
        slot.outcome.tool in _LEDGER
        and not is_one
        and (forms.is_money(slot) or slot.leaf in ("count", "kept", "matching"))
    )


def _is_new(slot: Slot, evidence: Evidence) -> bool:
    return _is_so_now(slot, evidence, is_new=True)


def _is_so_now(slot: Slot, evidence: Evidence, is_new: bool = False) -> bool:
    """Whether a slot is of something that is not over."""
    if slot.outcome.tool == "get_balances" or "changes" in slot.fields:
        return True
    for each in (*slot.objects[1:], *scope.same_records(slot, evidence)):
        if is_new and isinstance(each, EventRow) and each.moved_from is None:
            # `is now on 18 November`: it was on another day before.
            return False
        if isinstance(each, RecurringPayment) and not each.may_have_ended:
            return True
        if isinstance(each, EventRow) and _end(each, evidence) >= evidence.today:
            return True
        if _states(each) & _PENDING:
            return True
    if set(getattr(slot.outcome.arguments, "states", ())) & _PENDING:
        return True
    return not slot.is_of_record and _is_running(slot, evidence)


def _is_running(slot: Slot, evidence: Evidence) -> bool:
    """Whether the days that a figure is of go up to today or further."""
    own = scope.periods_of(slot, evidence)
    if not own:
        return vocabulary.TOOL_FAMILIES.get(slot.outcome.tool) in (("calendar",), ("finance",))
    return any(each.end is None or each.end > evidence.today for each in own)


def _is_so_far(slot: Slot, evidence: Evidence) -> bool:
    return not slot.is_of_record and _is_running(slot, evidence)


def _is_done(slot: Slot, evidence: Evidence) -> bool:
    """Whether a slot is of something that has happened, or of what somebody has answered."""
    if {"people", "changes"} & set(slot.fields) or slot.outcome.tool == "get_balances":
        return True
    records = (*slot.objects[1:], *scope.same_records(slot, evidence))
    if any("pending" in _states(each) for each in records):
        return False
    if any(_states(each) & _SETTLED for each in records):
        return True
    if set(getattr(slot.outcome.arguments, "states", ())) & _SETTLED:
        return True
    days = [day for day in scope.days(slot, evidence) if slot.leaf not in ("next", "due")]
    if slot.is_of_record:
        return any(day <= evidence.today for day in days)
    own = scope.periods_of(slot, evidence)
    return not own or any(each.start is None or each.start <= evidence.today for each in own)


def _states(record: object) -> set[str]:
    return {str(getattr(record, name, "")) for name in ("state", "status")}


def _end(event: EventRow, evidence: Evidence) -> date:
    moment = forms.moment_of(event.end or event.start, evidence.zone)
    return evidence.today if moment is None else date(moment.year, moment.month, moment.day)


_CARRIED: Mapping[frozenset[str], Callable[[Slot, Evidence], bool]] = {
    _STILL: _is_so_now,
    _NOW: _is_new,
    _SO_FAR: _is_so_far,
    _DONE: _is_done,
}
