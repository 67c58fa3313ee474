"""Which record, group or time each slot of a clause is of, and whether they belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from runwright.minds.language import forms, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot, are_joined, records_of
from runwright.minds.language.template import Clause, Filled, masked

_LISTING = re.compile(r"\W*(?:and|und|or|oder|on|am)?(?:\s+(?:on|am|also|auch))?\W*")
_DAY = re.compile(r"\d{1,2}\.? [^\W\d_]+ \d{4}")
_CALENDAR = re.compile(r"\d{4}-(?:(?:0[1-9]|1[0-2])(?:-\d\d.*)?|Q\d|W\d\d)$")


def problems(clause: Clause, evidence: Evidence) -> Iterator[str]:
    """Names that are slots must be of the same thing as the figures beside them."""
    plain = [h.source for h in clause.holes if isinstance(h.source, Slot)]
    said = {slot.path: scope.words(slot, evidence) for slot in plain}
    for one in plain:
        for other in plain:
            if one is other or not is_name(one) or are_joined(one, other):
                continue
            same = one.name == other.name and _is_same_entry(one, other)
            wanted = vocabulary.keys([str(one.value)])
            if not same and not wanted <= said[other.path]:
                yield f"`{one.path}` and `{other.path}` are of different things"
    yield from _other_times(plain, evidence)
    rows = {
        (slot.name, slot.indexes[:1]) for slot in plain if slot.is_of_record and not is_name(slot)
    }
    records = [slot for slot in plain if slot.is_of_record and not is_name(slot)]
    first = {(slot.name, slot.indexes[:1]): slot for slot in reversed(records)}
    are_one = all(any(are_joined(one, other) for other in first.values()) for one in first.values())
    if len(rows) > 1 and len({name for name, _ in rows}) == 1 and not are_one:
        yield "the slots of one clause are of different records"
    changes = {(s.name, s.indexes) for s in plain if "changes" in s.fields}
    if len(changes) > 1:
        yield "the slots of one clause are of different changes"
    yield from _one_of_many(plain)


def _is_same_entry(one: Slot, other: Slot) -> bool:
    """Whether two slots of a result are of one entry: of one line, if they are of lines; the
    labels of a table's figure are of that figure."""
    if "lines" in one.fields or "lines" in other.fields:
        return one.indexes[:2] == other.indexes[:2]
    if one.fields[:1] == ("labels",):
        return True
    return one.fields[:1] == other.fields[:1] and one.indexes[:1] == other.indexes[:1]


def _one_of_many(slots: Sequence[Slot]) -> Iterator[str]:
    """`the invoice {r1.rows[0].number} comes to {r1.totals[0]}`: a sum of several is not of one."""
    named = [slot for slot in slots if slot.fields[:1] == ("rows",) and is_name(slot)]
    named = [slot for slot in named if not _is_shared(slot)]
    for slot in slots if named else ():
        is_sum = slot.fields[:1] in (("totals",), ("sums",), ("total",)) and forms.is_money(slot)
        count = getattr(slot.owner, "count", slot.outcome.result.kept)
        if is_sum and slot.name == named[0].name and count > 1:
            yield f"`{slot.path}` is of {count} records, and the words name one"


def _is_shared(slot: Slot) -> bool:
    """Whether all records of a result have that name."""
    rows = slot.outcome.result.rows
    return all(getattr(row, slot.leaf, None) == slot.value for row in rows)


def _other_times(slots: Sequence[Slot], evidence: Evidence) -> Iterator[str]:
    """The label of one month beside the figure of another."""
    periods = [(slot, scope.period_of_group(slot, evidence)) for slot in slots]
    grouped = [(slot, each) for slot, each in periods if each and not slot.is_of_record]
    for label, own in grouped:
        for slot, other in grouped:
            is_label = label.leaf in ("group", "name")
            if is_label and (own.start, own.end) != (other.start, other.end):
                yield f"`{label.path}` and `{slot.path}` are of different times"


def drifting(filled: Filled, parts: Sequence[Clause]) -> Iterator[str]:
    """A clause that names nothing goes on about the record of the one before it."""
    for before, clause in pairwise(parts):
        own, last = _record_slots(clause), _record_slots(before)
        if clause.opens or not own or not last or own[0].name != last[-1].name:
            continue
        if own[0].indexes[:1] == last[-1].indexes[:1] or any(map(names_record, own)):
            continue
        text = masked(filled, clause.start, clause.end)
        # `on 6, 13 and 20 October`: days of several records, one beside the other.
        days = [hole.shown for each in (before, clause) for hole in each.holes[-1:]]
        if all(map(_DAY.fullmatch, days)) and _LISTING.fullmatch(text):
            continue
        if set(records_of(own[0])) & set(records_of(last[-1])):
            continue
        if is_name(last[-1]) and getattr(own[0].owner, last[-1].leaf, None) == last[-1].value:
            continue
        said = vocabulary.keys([masked(filled, clause.start, clause.end)])
        # A day with an amount is a line of its own: `Netflix 9.99 on 5 May, 12.99 on 5 June`.
        if not said & naming(own[0]) and (len(own) < 2 or not _is_same_name(own[0], last[-1])):
            yield f"`{own[0].path}` is of another record than what stands before it"


def names_record(slot: Slot) -> bool:
    """Whether a slot is the name of its record, and not of a party, a person or a place."""
    is_of_row = not {"people", "organiser", "parties"} & set(slot.fields)
    return is_name(slot) and is_of_row and slot.leaf not in ("place", "issuer", "category")


def _record_slots(clause: Clause) -> list[Slot]:
    slots = [hole.source for hole in clause.holes if isinstance(hole.source, Slot)]
    return [slot for slot in slots if slot.is_of_record]


def _is_same_name(one: Slot, other: Slot) -> bool:
    return naming(one) == naming(other)


def naming(slot: Slot) -> frozenset[str]:
    """The words of the names of a record."""
    names = (
        getattr(slot.owner, name, None) for name in ("title", "counterparty", "name", "issuer")
    )
    return vocabulary.keys(each for each in names if isinstance(each, str))


def is_name(slot: Slot) -> bool:
    """Whether a slot shows a name or another text, and no figure or day."""
    is_text = isinstance(slot.value, str) and forms.number_of(slot.value) is None
    return is_text and _CALENDAR.match(slot.value) is None
