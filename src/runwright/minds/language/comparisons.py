"""Comparisons in words: which way they go, which side is which, and what carries them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from runwright.minds.language import forms, order, payments, restrictions, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot, Work, operands
from runwright.minds.language.template import COMPARED, OPPOSITE, Comparison, Hole
from runwright.text import numbers
from runwright.text.calendars import Period
from runwright.text.words import word_set

_MIRROR = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=", "!=": "!="}
_IMPLIES = {
    ">": {">", ">=", "!="},
    "<": {"<", "<=", "!="},
    "=": {"=", ">=", "<="},
    ">=": {">="},
    "<=": {"<="},
    "!=": {"!="},
}
# What follows is what something is compared with: `than in September`, `gegenüber September`.
_BASELINE = re.compile(
    r"\b(?:than|from|versus|vs\.?|over|against|since|compared\s+(?:with|to)|relative\s+to|als|"
    r"gegenüber|verglichen\s+mit|vergleich\s+zu[mr]?|seit)\s+(?:(?:in|im|on|at|the|dem|der|den|am|bei|"
    r"für|for|to|an|#+)\s+){0,4}$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\s*(?:(?:than|from|over|since|als|seit)\s+)?"
    r"(?:(?:in|im|on|at|the|dem|der|am|bei|für|for|to)\s+)*",
    re.IGNORECASE,
)
"""What a period begins with: `in September 2026`."""
_BOUNDING = re.compile(
    r"\b(?:than|over|under|above|below|least|most|exceeds?|exceeded|als|über|unter|mindestens|"
    r"höchstens|maximal|wenigstens)\s+$",
    re.IGNORECASE,
)
_EQUATES = re.compile(
    r"\b(?:is|are|was|were|makes?|made|equals?|ist|sind|war|waren|macht|ergibt|entspricht)\b",
    re.IGNORECASE,
)
_NOUGHT = re.compile(r"\s*0(?:\.0+)?(?:\s*[A-Z]{3})?\s*")
_MOVES = {"up": ">", "down": "<"}
_PHRASAL = word_set("make makes made making add adds added adding take takes took taking")
_FROM = re.compile(r"\b(?:from|von)[\s*_(]+$", re.IGNORECASE)
_TO = re.compile(r"\b(?:to|auf)[\s*_(]+$", re.IGNORECASE)
_SPELL = re.compile(
    r"\s*\d+\s+(?:day|week|month|quarter|year|tag|woche|monat|quartal|jahr)", re.IGNORECASE
)
"""A length of time: `over 12 months` bounds nothing."""
_FLOWS = {"spent": vocabulary.SPENT, "received": vocabulary.RECEIVED}
_COUNT_OF_MORE = frozenset(("more", "more_groups", "more_people"))
_NEAR = 40


class Mention(NamedTuple):
    """A period that a sentence names."""

    start: int
    end: int
    """Its place in the whole text."""
    readings: tuple[Period, ...]


class Sentence(NamedTuple):
    """A sentence with its folded words outside of slots and periods, and its slots."""

    text: str
    start: int
    words: tuple[str, ...]
    places: tuple[int, ...]
    """Where each word stands in the whole text."""
    holes: tuple[Hole, ...]
    periods: tuple[Mention, ...]
    above: frozenset[str] = frozenset()
    """The words of the heading above it, and of what leads its list or table."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(slot for hole in self.holes for slot in hole.slots)

    def has(self, words: frozenset[str]) -> list[str]:
        return [word for word in self.words if word in words]

    def before(self, place: int) -> str:
        return self.text[max(0, place - self.start - _NEAR) : place - self.start]

    def after(self, place: int) -> str:
        return self.text[place - self.start : place - self.start + _NEAR]


class Relation(NamedTuple):
    """A word that compares."""

    op: str
    word: str
    place: int


def relation(sentence: Sentence) -> Relation | None:
    """How a sentence compares, if it does."""
    words, places = sentence.words, sentence.places
    for at, (word, place) in enumerate(zip(words, places, strict=True)):
        before = words[at - 1] if at else ""
        if word in vocabulary.AT_LEAST and (word != "least" or before == "at"):
            return Relation(">=", word, place)
        if word in vocabulary.AT_MOST and (word != "most" or before == "at"):
            return Relation("<=", word, place)
        if word in vocabulary.MORE and before in ("or", "oder", "and", "und"):
            return Relation(">=", word, place)
        if word in vocabulary.LESS and before in ("or", "oder", "and", "und"):
            return Relation("<=", word, place)
    lexicons = ((">", vocabulary.MORE), ("<", vocabulary.LESS), ("=", vocabulary.EQUAL))
    for op, lexicon in lexicons:
        for word, place in zip(words, places, strict=True):
            if word in lexicon and not _counts_more(word, place, sentence):
                return Relation(op, word, place)
    return _moving(sentence) or _bounding(sentence)


def _counts_more(word: str, place: int, sentence: Sentence) -> bool:
    """`6 more categories`: how many are not listed. The groups of a ranked list are smaller."""
    for hole in sentence.holes:
        if hole.end > place or sentence.text[
            hole.end - sentence.start : place - sentence.start
        ].strip(" *_"):
            continue
        source = hole.source
        if isinstance(source, Slot) and source.leaf in _COUNT_OF_MORE:
            by_size = scope.is_by_size(source) and word in ("smaller", "kleinere", "lower")
            return word in ("more", "mehr") or by_size
    return False


def _moving(sentence: Sentence) -> Relation | None:
    """`went up from`, `is down`; not `made up 5 %`, `stand-up`."""
    before = ("", *sentence.words)
    for last, word, place in zip(before, sentence.words, sentence.places, strict=False):
        if last in _PHRASAL or sentence.before(place).endswith("-"):
            continue
        if word in _MOVES:
            return Relation(_MOVES[word], word, place)
    return None


def _bounding(sentence: Sentence) -> Relation | None:
    """`over 100 EUR`, `unter {r1.total}`; not `an invoice over 100 EUR` or `over 3 payments`."""
    for at, (word, place) in enumerate(zip(sentence.words, sentence.places, strict=True)):
        if word not in vocabulary.OVER | vocabulary.UNDER:
            continue
        end = place + len(word)
        hole = next((h for h in sentence.holes if 0 <= h.start - end <= 3), None)
        if hole is None and not re.match(r"\s*\d", sentence.after(end)):
            continue
        if _SPELL.match(sentence.after(end)):
            continue
        of_bill = at and sentence.words[at - 1] in vocabulary.BILLS
        spread = (
            hole is not None
            and not _is_money(hole)
            and any(h.start < place and _is_money(h) for h in sentence.holes)
        )
        if not (of_bill or spread or _bill_hole(sentence, place)):
            return Relation(">" if word in vocabulary.OVER else "<", word, place)
    return None


def _bill_hole(sentence: Sentence, place: int) -> bool:
    """`the invoice from Krause over 100 EUR`: a name between, no verb of spending."""
    bills = [
        p for w, p in zip(sentence.words, sentence.places, strict=True) if w in vocabulary.BILLS
    ]
    return any(p < place for p in bills) and not sentence.has(vocabulary.SPENT)


def _is_money(hole: Hole) -> bool:
    if isinstance(hole.source, Work):
        return hole.source.result.currency is not None
    return forms.is_money(hole.source)


def against_truth(
    truth: Comparison, claimed: str | None, sentence: Sentence, evidence: Evidence
) -> Iterator[str]:
    """What is wrong with a sentence that has the truth of a comparison."""
    expression = truth.expression
    found = COMPARED.fullmatch(expression.strip())
    if claimed is None and found and found["op"] == "=" and _EQUATES.search(sentence.text):
        claimed = "="
    if claimed is None:
        universal = sentence.has(vocabulary.UNIVERSAL)
        if not truth.truth or not (universal and found and found["op"] == "="):
            yield f"the words do not say the comparison `{expression}`"
        return
    if found is None:
        yield f"`{expression}` is no plain comparison of two figures"
        return
    op = found["op"] if truth.truth else OPPOSITE[found["op"]]
    mirrored = _is_mirrored(found["left"], found["right"], sentence, evidence)
    changes = [slot for slot in operands(found["left"], evidence) if scope.is_change(slot)]
    if changes and _NOUGHT.fullmatch(found["right"]):
        # A change that is compared with nothing says whether it is more now than before.
        mirrored = _is_turned(changes[0], sentence, evidence)
    if mirrored is None:
        yield f"the words do not say which side of `{expression}` is which"
    elif claimed not in _IMPLIES[_MIRROR[op] if mirrored else op]:
        yield f"`{expression}` is {'true' if truth.truth else 'false'}, and the words say otherwise"


def is_carried(claim: Relation, sentence: Sentence, evidence: Evidence) -> bool:
    """Whether a signed difference, or a bound in the arguments, says the same."""
    for hole in sentence.holes:
        if _sign(hole, sentence, evidence) is not None:
            return is_signed(hole, claim.op, sentence, evidence)
    moved = _from_to(sentence, evidence)
    if moved is not None:
        return (moved > 0 and claim.op == ">") or (moved < 0 and claim.op == "<")
    bounds = [each for slot in sentence.slots for each in scope.bounds(slot)]
    return any(claim.op in _IMPLIES[b.relation] and _is_beside(claim, b, sentence) for b in bounds)


def is_signed(hole: Hole, op: str, sentence: Sentence, evidence: Evidence) -> bool:
    """Whether a difference has the sign that a comparing word says."""
    sign = _sign(hole, sentence, evidence)
    return sign is not None and ((sign > 0 and op == ">") or (sign < 0 and op == "<"))


def _from_to(sentence: Sentence, evidence: Evidence) -> Decimal | None:
    """By how much `from {one} to {other}` goes up, if the one was before the other."""
    for one, other in pairwise(sentence.holes):
        if not (
            _FROM.search(sentence.before(one.start)) and _TO.search(sentence.before(other.start))
        ):
            continue
        figures = [
            forms.number_of(h.source.value) for h in (one, other) if isinstance(h.source, Slot)
        ]
        starts = [each.start for h in (one, other) for each in _periods(h.slots, evidence)]
        if len(figures) == 2 and _is_one_change(one, other) and None not in figures:
            return figures[1] - figures[0]  # type: ignore[operator]
        if len(figures) == 2 and len(starts) == 2 and None not in (*figures, *starts):
            was_before = starts[0] < starts[1]  # type: ignore[operator]
            return figures[1] - figures[0] if was_before else None  # type: ignore[operator]
    return None


def _is_one_change(one: Hole, other: Hole) -> bool:
    """`from {before} to {after}` of one change of a price."""
    sources = one.source, other.source
    if not all(isinstance(each, Slot) for each in sources):
        return False
    first, last = sources
    return (first.leaf, last.leaf) == ("before", "after") and first.owner is last.owner  # type: ignore[union-attr]


def _is_beside(claim: Relation, bound: scope.Bound, sentence: Sentence) -> bool:
    """Whether the comparing word is of the bound, and not of a slot beside it."""
    after, before = sentence.after(claim.place), sentence.before(claim.place)
    if claim.op in (">=", "<=") and claim.word in vocabulary.MORE | vocabulary.LESS:
        return scope.names_bound(re.split("#+", before)[-1], bound)
    return scope.names_bound(re.split("#+", after)[0], bound)


def _sign(hole: Hole, sentence: Sentence, evidence: Evidence) -> Decimal | None:
    source = hole.source
    if isinstance(source, Work):
        return _difference(source, sentence, evidence)
    if not scope.is_change(source):
        return None
    number = forms.number_of(source.value)
    if number is None or getattr(source.outcome.arguments, "compared", None) is None:
        return number
    mirrored = _is_turned(source, sentence, evidence)
    return None if mirrored is None else -number if mirrored else number


def _is_turned(change: Slot, sentence: Sentence, evidence: Evidence) -> bool | None:
    """Whether a sentence says of the period before what a change says of the one now."""
    before = getattr(change.outcome.arguments, "compared", None)
    if before is None:
        return None
    periods = scope.periods_of(change._replace(fields=change.fields[-1:]), evidence)
    return _by_periods(periods, [before.days], sentence)


def _difference(work: Work, sentence: Sentence, evidence: Evidence) -> Decimal | None:
    number = forms.number_of(work.result.value)
    changed = re.fullmatch(r"percent_change\((?P<right>[^,]+),(?P<left>[^,]+)\)", work.expression)
    parts = changed or re.fullmatch(r"(?P<left>[^-]+)-(?P<right>[^-]+)", work.expression)
    if number is None or parts is None:
        return None
    mirrored = _is_mirrored(parts["left"], parts["right"], sentence, evidence)
    if mirrored is None:
        mirrored = order.is_newer(parts["right"], parts["left"], evidence)
    return None if mirrored is None else -number if mirrored else number


# Which side is which ----------------------------------------------------------------------------


def _is_mirrored(left: str, right: str, sentence: Sentence, evidence: Evidence) -> bool | None:
    """Whether the sentence names the right side of a comparison first; None if it does not tell."""
    one, other = operands(left, evidence), operands(right, evidence)
    periods = _periods(one, evidence), _periods(other, evidence)
    if periods[0] != periods[1]:
        by_periods = _by_periods(*periods, sentence)
        if by_periods is not None:
            return by_periods
    places = _place(left, one, other, sentence), _place(right, other, one, sentence)
    # `more than 1500 EUR`: a bare figure behind such a word is what is compared with.
    for at, slots in enumerate((one, other)):
        place = places[at]
        if not slots and place is not None and _BOUNDING.search(sentence.before(place)):
            return at == 0
    return None if places[0] is None or places[1] is None else places[1] < places[0]


def _periods(slots: Sequence[Slot], evidence: Evidence) -> list[Period]:
    return [each for slot in slots for each in scope.periods_of(slot, evidence)]


def _by_periods(left: Sequence[Period], right: Sequence[Period], sentence: Sentence) -> bool | None:
    """Which of two periods stands behind `than` or `compared with`."""
    for mention in sentence.periods:
        own = {(each.start, each.end) for each in mention.readings}
        is_left, is_right = _has(own, left), _has(own, right)
        if is_left is is_right:
            # `from September to October`: what it was before comes first.
            if any((r.start, one.end) in own for r in right for one in left):
                return False
            if any((one.start, r.end) in own for r in right for one in left):
                return True
            continue
        if follows_baseline(mention, sentence):
            return is_left
    return None


def follows_baseline(mention: Mention, sentence: Sentence) -> bool:
    """Whether a period stands behind `than` or `compared with`."""
    text = sentence.text[mention.start - sentence.start : mention.end - sentence.start]
    lead = _LEAD.match(text)
    before = f"{sentence.before(mention.start)}{lead[0] if lead else ''}"
    return _BASELINE.search(before) is not None


def _has(own: set[tuple[date | None, date | None]], periods: Sequence[Period]) -> bool:
    return any((each.start, each.end) in own for each in periods)


def _place(
    text: str, own: Sequence[Slot], others: Sequence[Slot], sentence: Sentence
) -> int | None:
    """Where a sentence names one side of a comparison: its slot, its figure or what it is of."""
    if not own:
        return _place_of_figure(text, sentence)
    paths = {slot.path for slot in own}
    shown = [
        hole.start
        for hole in sentence.holes
        if (isinstance(hole.source, Slot) and hole.source.path in paths)
        or (isinstance(hole.source, Work) and set(hole.source.slots) == set(own))
    ]
    named = _named(own) - _named(others)
    worded = [
        place
        for word, place in zip(sentence.words, sentence.places, strict=True)
        if vocabulary.canonical(word) in named
    ]
    return min([*shown, *worded], default=None)


def _place_of_figure(text: str, sentence: Sentence) -> int | None:
    figure = re.search(r"\d+(?:\.\d+)?", text)
    if figure is None:
        return None
    for found in scope.NUMBER.finditer(sentence.text):
        values = () if ":" in found[0] else numbers.figure_values(found[0])
        if Decimal(figure[0]) in values:
            return sentence.start + found.start()
    return None


def _named(slots: Sequence[Slot]) -> frozenset[str]:
    wanted = [each for s in slots for each in restrictions.names(s)]
    names = [each for s in slots for names in scope.identities(s) for each in names]
    flows = [word for s in slots for word in _FLOWS.get(payments.flow_of(s) or "", ())]
    return vocabulary.keys([*wanted, *names, *flows])
