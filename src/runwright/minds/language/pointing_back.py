"""Sentences that go on about what was said before: `It begins at 9`, `The largest of these`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from runwright.minds.language import restrictions, scope, vocabulary
from runwright.minds.language.belonging import names_record, naming
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot, are_joined, records_of
from runwright.minds.language.omissions import Context
from runwright.minds.language.vocabulary import mentions
from runwright.text.words import word_set

_POINTING = word_set("it its this that these those they them es das dies diese dieser davon")


def problems(sentences: Sequence[Sentence], evidence: Evidence, context: Context) -> Iterator[str]:
    """Slots of another record or call than what the words point back at."""
    before: Sequence[Slot] = context.lead_slots
    for sentence in sentences:
        yield from _record(sentence, before)
        if not context.is_led and sentence.has(_POINTING):
            yield from _call(sentence, before, evidence)
        before = sentence.slots


def _record(sentence: Sentence, before: Sequence[Slot]) -> Iterator[str]:
    """A sentence that names no record is of the one before it."""
    own = [slot for slot in sentence.slots if slot.is_of_record]
    last = [slot for slot in before if slot.is_of_record]
    said = vocabulary.keys(sentence.words)
    if not own or not last or any(map(names_record, own)):
        return
    for slot in own:
        if not said & naming(slot) and not any(_is_same(slot, each) for each in last):
            yield f"`{slot.path}` is of another record than what stands before it: name it"


def _is_same(one: Slot, other: Slot) -> bool:
    is_one = bool(set(records_of(one)) & set(records_of(other))) or are_joined(one, other)
    return is_one or (bool(naming(one)) and naming(one) == naming(other))


def _is_of_call(slot: Slot) -> bool:
    """Whether a figure depends on what its call was restricted to."""
    return not slot.is_of_record or bool({"largest", "smallest"} & set(slot.fields))


def _call(sentence: Sentence, before: Sequence[Slot], evidence: Evidence) -> Iterator[str]:
    """What the words point at was restricted to something: so must be what is said of it."""
    cited = {slot.name for slot in before}
    wanted = [name for slot in before for each in restrictions.of(slot) for name in each.names]
    for hole in sentence.holes:
        others = [s for s in hole.slots if s.name not in cited and _is_of_call(s)]
        if len(others) < len(hole.slots):
            continue
        for slot in others:
            known = scope.words(slot, evidence)
            if wanted and not any(mentions(name, known) for name in wanted):
                yield f"`{slot.path}` is not of {wanted[0]}, of which the words before it are"
