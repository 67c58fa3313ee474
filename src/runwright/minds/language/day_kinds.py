"""What kind of day a slot shows: when a bill is due is not when it was written or paid, and the
date of a document is not when what it says begins or ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from runwright.minds.language import vocabulary
from runwright.minds.language.evidence import Slot
from runwright.minds.language.template import Clause
from runwright.text.words import word_set

_KINDS: Mapping[str, frozenset[str]] = {
    "due": vocabulary.DUE,
    "issued": vocabulary.ISSUED | word_set("sent"),
    "paid": word_set("paid pay pays settled bezahlt beglichen gezahlt"),
    "arrived": word_set("came comes arrived arrives received erhalten erhielt kam"),
    "begin": vocabulary.BEGIN | word_set("began beginnt new"),
    "end": vocabulary.FINISH - vocabulary.OVER | word_set("expires expire expired valid runs ran"),
    "changed": word_set("raised rose increased changed renewed cancelled moved gestiegen erhoht"),
    "happened": word_set("place happened occurred happens held statt stattgefunden"),
}
_FIELDS: Mapping[str, frozenset[str]] = {
    "date": frozenset(("issued",)),
    "due": frozenset(("due",)),
    "paid_on": frozenset(("paid", "happened")),
    "day": frozenset(("paid", "arrived", "happened")),
    # The first on record: nobody knows what was before the records begin.
    "first": frozenset(("paid", "arrived")),
    "last": frozenset(("end", "paid", "arrived")),
    "next": frozenset(("due", "paid")),
    "stated_on": frozenset(),
    "last_booking": frozenset(("paid", "end")),
}
_OF_ROWS = {"document": "date", "transaction": "paid_on"}
"""What the `day` of a row of several kinds is."""


def problems(words: Sequence[str], clause: Clause) -> Iterator[str]:
    """Words of a clause that make another day of the one that a slot shows."""
    said = {
        kind: word
        for word, after in pairwise((*words, ""))
        for kind, lexicon in _KINDS.items()
        # `comes to 240 EUR` is no day.
        if word in lexicon and not (kind == "arrived" and after == "to")
    }
    slots = [hole.source for hole in clause.holes if isinstance(hole.source, Slot)]
    own = [(slot, kinds) for slot in slots if (kinds := _kinds_of(slot)) is not None]
    for slot, kinds in own:
        if said and not kinds & said.keys():
            yield f"“{min(said.values())}” is another day than `{slot.path}`"


def _kinds_of(slot: Slot) -> frozenset[str] | None:
    if "changes" in slot.fields or not slot.objects[1:]:
        return None
    name = slot.leaf
    if name == "day":
        name = _OF_ROWS.get(str(getattr(slot.owner, "kind", "")), name)
    return _FIELDS.get(name)
