"""Which of its figures a slot is, and whether the words around it say the same.

An average is no total, an end no beginning, and money received was not spent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from runwright.minds.language import (
    edges,
    forms,
    payments,
    people,
    rates,
    restated,
    scope,
    vocabulary,
)
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot, Work
from runwright.minds.language.template import Hole
from runwright.minds.language.vocabulary import canonical
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.event_rows import EventRow


class _Role(NamedTuple):
    """A kind of figure or day with the words that say it."""

    words: frozenset[str]
    fields: tuple[str, ...]
    function: str = ""
    """Of `calculate`, that gives it."""


_ROLES = (
    _Role(vocabulary.AVERAGE, ("average", "average_per", "average_minutes"), "avg("),
    _Role(vocabulary.MEDIAN, ("median",), "median("),
    _Role(vocabulary.REFUND, ("refunds",)),
    _Role(vocabulary.LOOKED_AT, ("looked_at",)),
)
_COUNTS = frozenset((
    "count", "kept", "matching", "times", "more", "more_groups", "group_count", "conflict_count",
    "stretch_count", "free_day_count", "unmatched", "bookings_since", "not_busy", "passages",
))  # fmt: skip
_NOUNS = {"conflict_count": vocabulary.CONFLICTS, "stretch_count": vocabulary.STRETCHES}
_STATES = frozenset(("paid", "open", "overdue"))
_PAPERS = frozenset(("list_documents", "match_records"))
_CALENDAR = frozenset(("find_events", "find_conflicts", "measure_events", "search_events"))
_TAKEN = frozenset(("busy_hours",))
_NEXT_WORDS = re.compile(
    r"(?:[\s*_]*(?:and|und|or|to|bis|,)\s+#+)*[\s*_]*([^\W\d_]+)(?:\s+([^\W\d_]+))?"
)
_LABELLED = re.compile(r"[^#:]+:[\s*_]*#+\W*$")
_LABEL = re.compile(r"([^#:]+):[\s*_]*$")
_SINCE = re.compile(r"\b(?:since|seit(?:\s+dem)?)[\s*_:]+$", re.IGNORECASE)
_LEADING = re.compile(r"([^\W\d_]+)[\s*_]+$")
_CHANGED = {"from": "before", "von": "before", "to": "after", "auf": "after"}
"""What stands behind the word."""


def problems(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """Where the words name another role than that of the slots."""
    slots = sentence.slots
    for role in _ROLES:
        yield from _role(role, sentence, evidence)
    for hole in sentence.holes:
        yield from _unit(hole, sentence)
    yield from _counts(sentence, evidence)
    yield from _free(sentence)
    for slot in slots:
        matching = getattr(slot.outcome.result, "matching", None)
        if slot.leaf == "kept" and matching not in (None, slot.value):
            yield f"`{slot.path}` is after the limit of the call: `{slot.name}.matching` is of all"
    yield from edges.problems(sentence)
    yield from _since(sentence)
    yield from _changed(sentence)
    yield from _statuses(sentence, evidence)
    yield from people.problems(sentence)
    yield from rates.problems(sentence, evidence)
    yield from _coming(sentence, evidence)


def _counts(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    for hole in sentence.holes:
        if isinstance(hole.source, Work) or hole.source.leaf not in _COUNTS:
            continue
        nouns = _NOUNS.get(hole.source.leaf, vocabulary.COUNTED)
        named = scope.words(hole.source, evidence) if nouns is vocabulary.COUNTED else frozenset()
        # `5 lessons with Kofi and 4 with Lena`: the noun may stand behind another count.
        is_named = any(noun in named for noun in _nouns(sentence)) or (
            # `Lessons in November: 9`
            _LABELLED.match(sentence.text) is not None
            and any(canonical(word) in named for word in sentence.words)
        )
        if not sentence.has(nouns) and not is_named:
            yield f"`{hole.source.path}` counts, and the words do not say what is counted"
        around = sentence.text[hole.start - sentence.start - 1 : hole.end - sentence.start + 1]
        is_aside = around[:1] == "(" and around[-1:] == ")"
        if is_aside and hole.source.value == 0 and not sentence.has(vocabulary.NEGATION):
            yield f"`{hole.source.path}` is 0, and the words say that there is something"


def _nouns(sentence: Sentence) -> Iterator[str]:
    """The words right behind the counts of a sentence."""
    for hole in sentence.holes:
        if isinstance(hole.source, Slot) and hole.source.leaf in _COUNTS:
            found = _NEXT_WORDS.match(sentence.text, hole.end - sentence.start)
            if found is not None:
                yield canonical(found[1])


def _free(sentence: Sentence) -> Iterator[str]:
    """Free time is not busy, and what takes place is not free, unless the event says so."""
    for slot in sentence.slots:
        tool, fields = slot.outcome.tool, set(slot.fields)
        event = next((o for o in slot.objects if isinstance(o, EventRow)), None)
        if sentence.has(vocabulary.BUSY):
            if tool == "find_free_time" and not fields & _TAKEN:
                yield "the slots are of free time, and the words say that it is taken"
            if event is not None and not event.busy:
                yield f"the event of `{slot.path}` keeps nobody busy, and the words do"
        if _is_day_of_free_time(slot, sentence):
            continue
        if sentence.has(vocabulary.FREE) and tool in _CALENDAR and "not_busy" not in fields:
            is_nothing = "kept" in fields and slot.value == 0
            if not (is_nothing or (event is not None and not event.busy)):
                yield "the slots are of events, and the words say that the time is free"


def _is_day_of_free_time(slot: Slot, sentence: Sentence) -> bool:
    """`On {r1.rows[0].start:day} you have {r2.free_hours} free hours`: the day of the event is the
    one that was looked through."""
    asked = [
        each
        for other in sentence.slots
        if other.outcome.tool == "find_free_time"
        for each in scope.asked_periods(other)
    ]
    shown = {hole.shown for hole in sentence.holes if hole.source is slot}
    if slot.leaf not in ("start", "end") or not asked or any(":" in each for each in shown):
        return False
    day = str(slot.value)[:10]
    return all(e.days == 1 and e.start is not None and e.start.isoformat() == day for e in asked)


def _coming(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """What is next is yet to come, and what is yet to come is not the first."""
    first = sentence.has(vocabulary.EARLY - vocabulary.EXPECTED)
    for slot in sentence.slots:
        if slot.leaf == "next" and first:
            yield f"`{slot.path}` is the next one, and the words say “{first[0]}”"
    coming = sentence.has(vocabulary.EXPECTED)
    days = [day for slot in sentence.slots for day in _days(slot, evidence)]
    if coming and days and max(days) < evidence.today:
        yield f"“{coming[0]}” is yet to come, and the day of the slots is over"


def _days(slot: Slot, evidence: Evidence) -> list[date]:
    return scope.days(slot, evidence) if slot.leaf != "next" else [evidence.today]


def _role(role: _Role, sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    has = any(set(role.fields) & set(slot.fields) for slot in sentence.slots) or any(
        isinstance(hole.source, Work) and role.function and role.function in hole.source.expression
        for hole in sentence.holes
    )
    said = sentence.has(role.words)
    is_over_time = role.words is vocabulary.AVERAGE and rates.holds(sentence, evidence)
    is_known = has or is_over_time or (said and _is_named(said[0], sentence.slots, evidence))
    if said and not is_known:
        yield f"“{said[0]}” is not what the slots are"
    # `61.50 EUR a month`: a rate over time is an average.
    if role.words is vocabulary.AVERAGE and not said and _are_rates(sentence, evidence):
        return
    if has and not said:
        yield f"the slots are of the kind “{role.fields[0]}”, and the words do not say so"


def _are_rates(sentence: Sentence, evidence: Evidence) -> bool:
    averages = [
        hole
        for hole in sentence.holes
        if isinstance(hole.source, Slot) and set(hole.source.fields) & set(_ROLES[0].fields)
    ]
    claimed = {claim.unit for claim in rates.claims(sentence)}
    return bool(averages) and all(
        any(rates.is_rate(hole, unit, evidence) for unit in claimed) for hole in averages
    )


def _unit(hole: Hole, sentence: Sentence) -> Iterator[str]:
    """`{r1.total.minutes} hours`: the word behind a bare figure is its unit."""
    if isinstance(hole.source, Work):
        return
    found = _NEXT_WORDS.match(sentence.text, hole.end - sentence.start)
    following = {fold(word) for word in found.groups() if word} if found else set()
    label = _LABEL.search(sentence.text[: hole.start - sentence.start])
    following |= set(split_words(fold(label[1]))) if label else set()
    leaf = hole.source.leaf
    for name, words in (("hours", vocabulary.HOURS), ("minutes", vocabulary.MINUTES)):
        if name in leaf and not following & words:
            yield f"`{hole.source.path}` is in {name}, and the word behind it does not say so"
        is_figure = forms.number_of(hole.source.value) is not None
        if following & words and name not in leaf and is_figure:
            yield f"`{hole.source.path}` is not in {name}"


def _is_named(word: str, slots: Sequence[Slot], evidence: Evidence) -> bool:
    return canonical(word) in scope.union(slots, evidence)


def _since(sentence: Sentence) -> Iterator[str]:
    """`since {day}`: the day on which something began or changed."""
    for hole in sentence.holes:
        is_said = _SINCE.search(sentence.before(hole.start))
        if not isinstance(hole.source, Slot) or not is_said:
            continue
        if "changes" not in hole.source.fields and hole.source.leaf not in ("start", "first"):
            yield f"`{hole.source.path}` is no day since when something is so"


def _changed(sentence: Sentence) -> Iterator[str]:
    """`from {after} to {before}` turns a change round."""
    for hole in sentence.holes:
        if not isinstance(hole.source, Slot) or "changes" not in hole.source.fields:
            continue
        found = _LEADING.search(sentence.before(hole.start))
        wanted = _CHANGED.get(fold(found[1])) if found else None
        if wanted and hole.source.leaf in _CHANGED.values() and hole.source.leaf != wanted:
            yield f"`{hole.source.path}` is what it was {hole.source.leaf} the change"


def _statuses(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    shown = {str(slot.value) for slot in sentence.slots}
    said = {canonical(word) for word in sentence.words} | {canonical(each) for each in shown}
    above = {canonical(word) for word in sentence.above}
    for slot in sentence.slots:
        status = getattr(slot.owner, "status", None)
        if status in vocabulary.STATUSES and canonical(str(status)) not in said | above:
            yield f"the record of `{slot.path}` is {status}, and the words do not say so"
        if slot.outcome.tool not in _PAPERS:
            continue
        states = _states(slot, evidence) | ({"paid"} if slot in _reduced(sentence) else set())
        denied = {"paid"} if sentence.has(vocabulary.NEGATION) else set()
        if denied & said and "paid" in states:
            yield f"the words deny “paid”, and `{slot.path}` is"
        for each in sorted(said & _STATES - denied):
            if each not in states and not (each == "open" and "overdue" in states):
                yield f"the words say “{each}”, and `{slot.path}` is not known to be so"


def _reduced(sentence: Sentence) -> list[Slot]:
    """Bills from which an expression takes what the account has paid: `paid` is said of that."""
    works = [hole.source for hole in sentence.holes if isinstance(hole.source, Work)]
    return [
        slot
        for work in works
        if restated.is_difference(work) and any(payments.flow_of(s) == "spent" for s in work.slots)
        for slot in work.slots
        if slot.fields[:1] == ("bills",)
    ]


def _states(slot: Slot, evidence: Evidence) -> set[str]:
    """How the bills of a slot stand: one, by any result, or all that its call let through."""
    entries = (*slot.objects[1:], *scope.same_records(slot, evidence))
    own = {getattr(each, "state", None) for each in entries}
    found = {each for each in own if isinstance(each, str)}
    return found or set(getattr(slot.outcome.arguments, "states", ()))
