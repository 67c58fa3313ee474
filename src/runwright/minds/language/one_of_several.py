"""One of several: what a single booking is, said as if it were all that was spent there; one of the
parties of a document, said as if it had sent it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from runwright.minds.language import forms, vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot
from runwright.text.words import word_set

_SUMMED = vocabulary.SPENT | word_set("cost costs costing kostet kostete kosten price preis "
                                      "subscription abo")  # fmt: skip
_RANKED = vocabulary.BIG | vocabulary.SMALL | vocabulary.EARLY | vocabulary.LATE
_SENDING = re.compile(r"\b(?:from|by|von|vom|to|an)\s+(?P<who>[^,;:.#()]+)", re.IGNORECASE)


def problems(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """Where the words make the whole of a part."""
    for slot in (hole.source for hole in sentence.holes if isinstance(hole.source, Slot)):
        yield from _booking(slot, sentence, evidence)
        yield from _party(slot, sentence)
    yield from _groups(sentence)


def _groups(sentence: Sentence) -> Iterator[str]:
    """`3 hours with {r1.groups[0].name} and {r1.groups[1].name}`: each figure is of one group."""
    slots = [s for s in sentence.slots if s.fields[:1] == ("groups",) and s.indexes]
    for name in dict.fromkeys(slot.name for slot in slots):
        own = [slot for slot in slots if slot.name == name]
        figures = {slot.indexes[0] for slot in own if slot.leaf not in ("group", "name")}
        for slot in own:
            if figures and slot.indexes[0] not in figures:
                yield f"`{slot.path}` names a group whose figure is not there"


def _booking(slot: Slot, sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """`At REWE you spent {r1.rows[0].amount}`, with no day: there are other bookings of REWE."""
    if slot.fields != ("rows", "amount") or not sentence.has(_SUMMED) or sentence.has(_RANKED):
        return
    days = (forms.day_of(each, evidence.zone) for each in sentence.slots)
    is_dated = any(each.days == 1 for found in sentence.periods for each in found.readings)
    name = getattr(slot.owner, "counterparty", None)
    same = [row for row in slot.outcome.result.rows if getattr(row, "counterparty", "") == name]
    if name and len(same) > 1 and not is_dated and all(day is None for day in days):
        yield f"`{slot.path}` is one of {len(same)} bookings of {name}: name its day"


def _party(slot: Slot, sentence: Sentence) -> Iterator[str]:
    """A document names its parties, and not which of them sent it."""
    parties = getattr(slot.owner, "parties", ())
    if not isinstance(parties, tuple) or len(parties) < 2:
        return
    told = vocabulary.keys(
        each for each in (getattr(slot.owner, "issuer", None), getattr(slot.owner, "title", None))
        if isinstance(each, str)
    )  # fmt: skip
    names = vocabulary.keys(parties) - told
    for found in _SENDING.finditer(sentence.text):
        if said := vocabulary.keys([found["who"]]) & names:
            yield f"“{min(said)}” is a party: the result does not say whether from or to"
