"""Which of its figures a slot is, and whether the words around it say the same.

An average is no total, an end no beginning, and money received was not spent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from runwright.minds.language import forms, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot, Work
from runwright.minds.language.operators import Sentence
from runwright.minds.language.vocabulary import canonical

_ROLES = (
    (vocabulary.AVERAGE, ("average", "average_per", "average_minutes"), "avg("),
    (vocabulary.MEDIAN, ("median",), "median("),
    (vocabulary.REFUND, ("refunds",), ""),
)
_PAID = frozenset(("paid", "pay", "pays", "bezahlt", "gezahlt", "cost", "costs", "kostete"))


def problems(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """Where the words name another role than that of the slots."""
    slots = sentence.slots
    for lexicon, fields, function in _ROLES:
        has = any(set(fields) & set(slot.fields) for slot in slots) or any(
            isinstance(hole.source, Work) and function and function in hole.source.expression
            for hole in sentence.holes
        )
        said = sentence.has(lexicon)
        if said and not has and not _is_named(said[0], slots, evidence):
            yield f"“{said[0]}” is not what the slots are"
        if has and not said:
            yield f"the slots are of the kind “{fields[0]}”, and the words do not say so"
    flows = {flow for slot in slots if (flow := _flow(slot)) is not None}
    if (said := sentence.has(vocabulary.SPENT)) and "spent" not in flows:
        yield f"“{said[0]}” is not what the slots are: no result is of money spent"
    if (said := sentence.has(vocabulary.RECEIVED)) and "received" not in flows:
        yield f"“{said[0]}” is not what the slots are: no result is of money received"
    if flows == {"received"} and sentence.has(_PAID):
        yield "the slots are of money received, and the words say that it was paid"
    yield from _edges(sentence)
    yield from _statuses(sentence)


def _is_named(word: str, slots: Sequence[Slot], evidence: Evidence) -> bool:
    return canonical(word) in scope.union(slots, evidence)


def _flow(slot: Slot) -> str | None:
    for field in slot.fields:
        if field in ("spent", "received"):
            return field
    for each in reversed(slot.objects[1:]):
        direction = getattr(each, "direction", None)
        if direction in ("spent", "received"):
            return str(direction)
        amount = forms.number_of(getattr(each, "amount", None))
        if amount is not None and "counterparty" in type(each).model_fields:
            return "spent" if amount < 0 else "received"
    direction = getattr(slot.outcome.arguments, "direction", None)
    if direction in ("spent", "received"):
        return str(direction)
    types = set(getattr(slot.outcome.arguments, "types", ()))
    return "received" if types and types <= {"salary", "income", "refund"} else None


def _edges(sentence: Sentence) -> Iterator[str]:
    """`from {end} to {start}`, `begins at {end}`: the word before a moment says which it is."""
    for hole in sentence.holes:
        if not isinstance(hole.source, Slot) or hole.source.leaf not in ("start", "end"):
            continue
        before = [
            w
            for w, p in zip(sentence.words, sentence.places, strict=True)
            if p < hole.start and not any(p < h.start < hole.start for h in sentence.holes)
        ]
        begins = any(w in vocabulary.BEGIN or w in ("from", "von", "ab") for w in before)
        finishes = any(w in vocabulary.FINISH or w == "to" for w in before[-2:])
        dash = re.search(r"[–-]\s*$", sentence.text[: hole.start - sentence.start]) is not None
        if hole.source.leaf == "end" and (begins or not (finishes or dash or before)):
            yield f"`{hole.source.path}` is an end, and the words make it a beginning"
        elif hole.source.leaf == "end" and not (finishes or dash):
            yield f"`{hole.source.path}` is an end, and the words do not say so"
        elif hole.source.leaf == "start" and ((finishes and not begins) or dash):
            yield f"`{hole.source.path}` is a beginning, and the words make it an end"


def _statuses(sentence: Sentence) -> Iterator[str]:
    shown = {str(slot.value) for slot in sentence.slots}
    said = {canonical(word) for word in sentence.words} | {canonical(each) for each in shown}
    for slot in sentence.slots:
        status = getattr(slot.owner, "status", None)
        if status in vocabulary.STATUSES and canonical(str(status)) not in said:
            yield f"the record of `{slot.path}` is {status}, and the words do not say so"
