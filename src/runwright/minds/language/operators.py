"""Words that change what a fact says: negation, comparison, superlative, exclusion, "all".

Each needs something that a tool derived: the truth of a comparison, a signed difference, the order
of a list, the exclusion in the arguments of a call. Nothing else lets them pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from runwright.minds.language import (
    comparisons,
    extremes,
    forms,
    licence,
    people,
    restated,
    restrictions,
    scope,
    vocabulary,
)
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot, Work
from runwright.minds.language.template import OPPOSITE, Hole, truth_of
from runwright.minds.language.vocabulary import mentions

_IN_ALL = re.compile(r"\bin\s+all$", re.IGNORECASE)
_CLOSES = re.compile(r"\W*(?:$|[,.;:()–—]|(?:in|on|for|from|at|and|or|with)\b)", re.IGNORECASE)
_LEFT_OUT = re.compile(r"\b(?:left|leaves|leave)\s+out\b|\bausgelassen\b", re.IGNORECASE)
_BOTH = frozenset(("both", "beide", "beiden"))
"""Two events overlap: both of them do."""
_EACH = frozenset(("each", "every", "jede", "jeder", "jedes", "jeden", "jedem"))
_WITHIN = frozenset(("in", "during", "within", "throughout", "for", "wahrend", "innerhalb"))
_ACCOUNTS = frozenset(("accounts", "konten"))
ORDINALS = {"second": 1, "third": 2, "fourth": 3, "zweite": 1, "dritte": 2}
_ORDERS = {
    "largest": "big", "longest": "big", "smallest": "small", "shortest": "small",
    "oldest": "early", "first": "early", "newest": "late", "last": "late",
}  # fmt: skip
_MEASURES = {"max": ("big",), "min": ("small",)}
_POLARITIES = {
    "big": vocabulary.BIG,
    "small": vocabulary.SMALL,
    "early": vocabulary.EARLY,
    "late": vocabulary.LATE,
}
_FIELDS = {
    "largest": "big", "longest": "big", "longest_minutes": "big",
    "smallest": "small", "first": "early", "next": "early",
    "last": "late", "last_booking": "late",
}  # fmt: skip


def problems(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """What a sentence claims with such words and nothing carries."""
    claim = comparisons.relation(sentence)
    if claim and restated.is_minus(claim.word, claim.place, sentence):
        claim = None if restated.subtracts(claim.place, sentence, evidence) else claim
    is_carried = claim is not None and comparisons.is_carried(claim, sentence, evidence)
    truths = [t for hole in sentence.holes if (t := truth_of(hole.source)) is not None]
    negations = sentence.has(vocabulary.NEGATION)
    affirmed = sentence.has(vocabulary.AFFIRMATION)
    if negations and sentence.words[0] in ("no", "nein") and re.match(r"\W*\w+,", sentence.text):
        affirmed, negations = negations[:1], negations[1:]
    negated = len(negations) % 2 == 1
    if affirmed and not truths and not is_carried:
        yield f"“{affirmed[0]}” needs the truth of a comparison"
    if truths:
        op = None if claim is None else claim.op
        claimed = OPPOSITE[op] if negated and op is not None else op
        for hole in sentence.holes:
            if (truth := truth_of(hole.source)) is None:
                continue
            # Behind a colon it answers the words as they stand: `more than in May: no`.
            asked = truth._replace(truth=True) if hole.is_answer else truth
            yield from comparisons.against_truth(asked, claimed, sentence, evidence)
    elif claim and (negated or not is_carried):
        yield f"“{claim.word}” compares, and no result carries that comparison"
    if negations and not truths and not _is_negated(sentence) and not people.is_silence(sentence):
        yield f"“{negations[0]}” denies something that no result denies"
    yield from _exclusion(sentence, evidence)
    universal = list(_universal(sentence))
    if universal and not any(t.truth and "=" in t.expression for t in truths):
        yield f"“{universal[0]}” says more than any result does"
    yield from _superlative(sentence, evidence)


def _universal(sentence: Sentence) -> Iterator[str]:
    """`all`, `only`; but `every month` says how often, unless it is said of a stretch of time."""
    after_each = pairwise((*sentence.words[1:], "", ""))
    rates = frozenset() if _is_of_a_stretch(sentence) else vocabulary.RATE - {"day", "tag"}
    for word, (after, second), place in zip(
        sentence.words, after_each, sentence.places, strict=False
    ):
        is_sum = licence.is_noun("altogether", sentence.holes)
        if word == "all" and is_sum and _is_altogether(place - sentence.start, sentence.text):
            continue
        if word == "all" and sentence.after(place).startswith("all-day"):
            continue
        if word == "all" and after == "day" and any(map(_is_all_day, sentence.slots)):
            continue
        if word in _BOTH and any("conflicts" in slot.fields for slot in sentence.slots):
            continue
        if word in _BOTH and after in _ACCOUNTS and all(map(_is_of_two, sentence.slots)):
            continue
        if word in vocabulary.SOLE and _is_sole(sentence, {after, second}):
            continue
        if word in vocabulary.ANY and sentence.has(vocabulary.NEGATION) and _is_negated(sentence):
            continue
        if word in vocabulary.UNIVERSAL and not (word in _EACH and after in rates):
            yield word


def _is_of_a_stretch(sentence: Sentence) -> bool:
    """`In every month`, `every month from May to October`: that none is missing, no result says."""
    fields = {field for slot in sentence.slots for field in slot.fields}
    is_within = any(
        one in _WITHIN and other in vocabulary.UNIVERSAL for one, other in pairwise(sentence.words)
    )
    return is_within or {"first", "last"} <= fields


def _is_all_day(slot: Slot) -> bool:
    """`on 22 November, all day`; another event is not said to be so."""
    return any(getattr(each, "all_day", None) is True for each in slot.objects[1:])


def _is_of_two(slot: Slot) -> bool:
    """Whether a sum is of two accounts, which are all, and of one currency."""
    totals = getattr(slot.outcome.result, "totals", ())
    is_sum = slot.outcome.tool == "get_balances" and slot.fields[:1] != ("balances",)
    return is_sum and slot.outcome.result.kept == 2 and len(totals) == 1


def _is_altogether(at: int, text: str) -> bool:
    """`in all` at the end of a clause says no more than `altogether`."""
    end = at + len("all")
    return bool(_IN_ALL.search(text, 0, end) and _CLOSES.match(text, end))


# Negation and exclusion -------------------------------------------------------------------------


def _is_negated(sentence: Sentence) -> bool:
    """Whether a count of nothing, or the exclusion of a call, carries a negation."""
    plain = [hole for hole in sentence.holes if isinstance(hole.source, Slot)]
    if plain and all(forms.number_of(hole.source.value) == 0 for hole in plain):  # type: ignore[union-attr]
        return True
    if _is_unpaid(sentence):
        return True
    excluded = [each for slot in sentence.slots for each in restrictions.exclusions(slot)]
    text = vocabulary.keys(sentence.words)
    return bool(excluded) and all(mentions(each, text) for each in excluded)


def _is_unpaid(sentence: Sentence) -> bool:
    """`has not been paid`: the bill is open."""
    states = {getattr(slot.owner, "state", None) for slot in sentence.slots} - {None}
    says_paid = any(vocabulary.canonical(word) == "paid" for word in sentence.words)
    return (
        says_paid
        and len(sentence.has(vocabulary.NEGATION)) == 1
        and (bool(states) and states <= {"open", "overdue"})
    )


def _is_sole(sentence: Sentence, after: set[str]) -> bool:
    """`the only booking`, `the only tentative event`: the call found one, and says how many there
    are."""
    results = {slot.name: slot.outcome.result for slot in sentence.slots}
    return (
        bool(after & vocabulary.COUNTED)
        and bool(results)
        and all(result.kept == 1 == getattr(result, "matching", 1) for result in results.values())
    )


def _exclusion(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    found = sentence.has(vocabulary.EXCLUSION)
    excluded = any(map(restrictions.leaves_out, sentence.slots))
    if (
        _LEFT_OUT.search(sentence.text)
        and not excluded
        and not all(map(scope.is_note, sentence.slots))
    ):
        yield "the words leave something out that the call did not leave out"
    places = [p for w, p in zip(sentence.words, sentence.places, strict=True) if w in found]
    if found and all(restated.subtracts(place, sentence, evidence) for place in places):
        return
    if found and not excluded:
        yield f"“{found[0]}” leaves something out that the call did not leave out"


# Superlatives -----------------------------------------------------------------------------------


def _superlative(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    words = [
        (word, ORDINALS.get(before, 0))
        for before, word, after in _neighbours(sentence.words)
        if any(word in lexicon for lexicon in _POLARITIES.values())
        and not (word in ("least", "most") and before == "at")
        and not (word == "most" and after in vocabulary.LATE)
        and word not in ("maximal", "minimal", "maximum", "minimum")
    ]
    if words and any("people" in slot.fields for slot in sentence.slots):
        yield f"“{words[0][0]}” ranks, and no result puts people in an order"
    for word, place in words:
        carried = {each for hole in sentence.holes for each in _polarities(hole, place)}
        if not place:
            carried |= {each for hole in sentence.holes for each in extremes.of(hole, evidence)}
        if not any(word in _POLARITIES[each] for each in carried):
            yield f"“{word}” ranks, and no result was put in that order"


def has_order(holes: Sequence[Hole], evidence: Evidence) -> bool:
    """Whether one of some slots is at an end of an order, or in a list that has one."""
    slots = [hole.source for hole in holes if isinstance(hole.source, Slot)]
    return (
        any(map(_is_in_order, slots))
        or any(True for hole in holes for _ in _polarities(hole))
        or any(True for hole in holes for _ in extremes.of(hole, evidence))
    )


def _is_in_order(slot: Slot) -> bool:
    return bool(slot.indexes) and any(True for _ in _ordered(slot))


def _neighbours(words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    return zip(("", *words), words, (*words[1:], ""), strict=False)


def _polarities(hole: Hole, place: int = 0) -> Iterator[str]:
    """Which end of an order a slot is at, or how far from its first entry."""
    if place == 0:
        yield from _ends(hole)
    if isinstance(hole.source, Slot) and hole.source.indexes[:1] == (place,):
        yield from _ordered(hole.source)


def _ends(hole: Hole) -> Iterator[str]:
    if isinstance(hole.source, Work):
        if hole.source.expression.startswith("max("):
            yield "big"
        if hole.source.expression.startswith("min("):
            yield "small"
        yield from (_FIELDS[f] for s in hole.source.slots for f in s.fields if f in _FIELDS)
        return
    slot = hole.source
    yield from (_FIELDS[field] for field in slot.fields if field in _FIELDS)
    arguments = slot.outcome.arguments
    if getattr(arguments, "next_from", None) is not None and _is_at_end(slot, min):
        yield "early"
    if getattr(arguments, "previous_to", None) is not None and _is_at_end(slot, max):
        yield "late"
    yield from _busiest(slot)
    if slot.outcome.tool == "query_table":
        yield from _MEASURES.get(getattr(arguments, "measure", ""), ())


def _is_at_end(slot: Slot, end: Callable[[Sequence[str]], str]) -> bool:
    """Whether a slot is of the first or last event of its list, or of the whole of it."""
    own = getattr(slot.objects[1], "start", None) if slot.fields[:1] == ("rows",) else None
    return own is None or own == end(
        [getattr(row, "start", "") for row in slot.outcome.result.rows]
    )


def _ordered(slot: Slot) -> Iterator[str]:
    arguments = slot.outcome.arguments
    order = getattr(arguments, "order", None)
    if order is None and slot.outcome.tool == "find_events":
        yield "early"
    elif order in _ORDERS:
        yield _ORDERS[order]
    elif order in ("total", "date", "due"):
        descending = getattr(arguments, "descending", True)
        yield (
            ("big" if descending else "small")
            if order == "total"
            else ("late" if descending else "early")
        )
    elif order == "usual" and slot.fields[0] == "groups" and scope.is_by_size(slot):
        yield "big"


def _busiest(slot: Slot) -> Iterator[str]:
    """The groups of a calendar that have most or least, whatever their place in the list."""
    name = getattr(slot.objects[1], "name", None) if len(slot.objects) > 1 else None
    for field, polarity in (("busiest", "big"), ("quietest", "small")):
        names = getattr(slot.outcome.result, field, ())
        if (slot.fields[0] == field) or (name is not None and name in names):
            yield polarity
