"""Words that change what a fact says: negation, comparison, superlative, exclusion, "all".

Each needs something that a tool derived: the truth of a comparison, a signed difference, the order
of a list, the exclusion in the arguments of a call. Nothing else lets them pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.minds.language import forms, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot, Work, operands
from runwright.minds.language.template import Hole, truth_of
from runwright.minds.language.vocabulary import mentions

_COMPARED = re.compile(r"(?P<left>[^<>=!]+?)\s*(?P<op><=|>=|!=|=|<|>)\s*(?P<right>[^<>=!]+)")
_OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}
_MIRROR = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=", "!=": "!="}
_IMPLIES = {
    ">": {">", ">=", "!="},
    "<": {"<", "<=", "!="},
    "=": {"=", ">=", "<="},
    ">=": {">="},
    "<=": {"<="},
    "!=": {"!="},
}
_ORDERS = {
    "largest": "big", "longest": "big", "smallest": "small", "shortest": "small",
    "oldest": "early", "first": "early", "newest": "late", "last": "late",
}  # fmt: skip
_POLARITIES = {
    "big": vocabulary.BIG,
    "small": vocabulary.SMALL,
    "early": vocabulary.EARLY,
    "late": vocabulary.LATE,
}
_FIELDS = {
    "largest": "big", "longest": "big", "longest_minutes": "big", "busiest": "big",
    "smallest": "small", "quietest": "small", "first": "early", "next": "early",
    "last": "late", "last_booking": "late",
}  # fmt: skip


class Sentence(NamedTuple):
    """A sentence with its folded words outside of slots, and its slots."""

    text: str
    start: int
    words: tuple[str, ...]
    places: tuple[int, ...]
    """Where each word stands in the whole text."""
    holes: tuple[Hole, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(slot for hole in self.holes for slot in hole.slots)

    def has(self, words: frozenset[str]) -> list[str]:
        return [word for word in self.words if word in words]


def problems(sentence: Sentence, evidence: Evidence) -> Iterator[str]:
    """What a sentence claims with such words and nothing carries."""
    relation = _relation(sentence)
    truths = [t for hole in sentence.holes if (t := truth_of(hole.source)) is not None]
    negations = sentence.has(vocabulary.NEGATION)
    negated = len(negations) % 2 == 1
    if truths:
        claimed = None if relation is None else (_OPPOSITE[relation] if negated else relation)
        for truth in truths:
            yield from _against_truth(truth.expression, truth.truth, claimed, sentence, evidence)
    elif relation is not None and (negated or not _is_carried(relation, sentence, evidence)):
        yield f"“{_word(sentence)}” compares, and no result carries that comparison"
    if negations and not truths and not _is_negated(sentence):
        yield f"“{negations[0]}” denies something that no result denies"
    yield from _exclusion(sentence)
    universal = sentence.has(vocabulary.UNIVERSAL)
    if universal and not any(t.truth and "=" in t.expression for t in truths):
        yield f"“{universal[0]}” says more than any result does"
    yield from _superlative(sentence)


# Comparisons ------------------------------------------------------------------------------------


def _relation(sentence: Sentence) -> str | None:
    words = sentence.words
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        if word in vocabulary.AT_LEAST and (word != "least" or before == "at"):
            return ">="
        if word in vocabulary.AT_MOST and (word != "most" or before == "at"):
            return "<="
    for op, lexicon in ((">", vocabulary.MORE), ("<", vocabulary.LESS), ("=", vocabulary.EQUAL)):
        if sentence.has(lexicon):
            return op
    return None


def _word(sentence: Sentence) -> str:
    comparing = vocabulary.MORE | vocabulary.LESS | vocabulary.EQUAL
    comparing |= vocabulary.AT_LEAST | vocabulary.AT_MOST
    return next(iter(sentence.has(comparing)), "")


def _against_truth(
    expression: str, truth: bool, claimed: str | None, sentence: Sentence, evidence: Evidence
) -> Iterator[str]:
    found = _COMPARED.fullmatch(expression.strip())
    if claimed is None:
        universal = sentence.has(vocabulary.UNIVERSAL)
        if not truth or not (universal and found and found["op"] == "="):
            yield f"the words do not say the comparison `{expression}`"
        return
    if found is None:
        yield f"`{expression}` is no plain comparison of two figures"
        return
    op = found["op"] if truth else _OPPOSITE[found["op"]]
    if _is_mirrored(found["left"], found["right"], sentence, evidence):
        op = _MIRROR[op]
    if claimed not in _IMPLIES[op]:
        yield f"`{expression}` is {'true' if truth else 'false'}, and the words say otherwise"


def _is_mirrored(left: str, right: str, sentence: Sentence, evidence: Evidence) -> bool:
    """Whether the sentence names the right side of a comparison first."""
    one, other = operands(left, evidence), operands(right, evidence)
    places = _place(left, one, other, sentence), _place(right, other, one, sentence)
    return None not in places and places[1] < places[0]  # type: ignore[operator]


def _place(
    text: str, own: Sequence[Slot], others: Sequence[Slot], sentence: Sentence
) -> int | None:
    """Where a sentence names one side of a comparison: its slot, its figure or what it is of."""
    paths = {slot.path for slot in own}
    shown = [
        hole.start
        for hole in sentence.holes
        if isinstance(hole.source, Slot) and hole.source.path in paths
    ]
    named = _named(own) - _named(others)
    worded = [
        place
        for word, place in zip(sentence.words, sentence.places, strict=True)
        if vocabulary.canonical(word) in named
    ]
    if not own and (figure := re.search(r"\d+(?:\.\d+)?", text)) is not None:
        at = sentence.text.find(figure[0])
        return None if at < 0 else sentence.start + at
    return min([*shown, *worded], default=None)


def _named(slots: Sequence[Slot]) -> frozenset[str]:
    wanted = [each for s in slots for r in scope.restrictions(s) for each in r.wanted]
    return vocabulary.keys([*wanted, *(each for s in slots for each in scope.identities(s))])


def _is_carried(relation: str, sentence: Sentence, evidence: Evidence) -> bool:
    """Whether a signed difference, or a bound in the arguments, says the same."""
    for hole in sentence.holes:
        sign = _sign(hole, sentence, evidence)
        if sign is not None:
            return (sign > 0 and relation == ">") or (sign < 0 and relation == "<")
    bounds = [scope.bounds(slot) for slot in sentence.slots]
    return any(
        (relation == ">=" and least is not None) or (relation == "<=" and most is not None)
        for least, most in bounds
    )


def _sign(hole: Hole, sentence: Sentence, evidence: Evidence) -> Decimal | None:
    if isinstance(hole.source, Slot):
        is_difference = hole.source.leaf in ("difference", "percent")
        return forms.number_of(hole.source.value) if is_difference else None
    return _difference(hole.source, sentence, evidence)


def _difference(work: Work, sentence: Sentence, evidence: Evidence) -> Decimal | None:
    number = forms.number_of(work.result.value)
    changed = re.fullmatch(r"percent_change\((?P<right>[^,]+),(?P<left>[^,]+)\)", work.expression)
    parts = changed or re.fullmatch(r"(?P<left>[^-]+)-(?P<right>[^-]+)", work.expression)
    if number is None or parts is None:
        return None
    mirrored = _is_mirrored(parts["left"], parts["right"], sentence, evidence)
    return -number if mirrored else number


# Negation and exclusion -------------------------------------------------------------------------


def _is_negated(sentence: Sentence) -> bool:
    """Whether a count of nothing, or the exclusion of a call, carries a negation."""
    plain = [hole for hole in sentence.holes if isinstance(hole.source, Slot)]
    if plain and all(forms.number_of(hole.source.value) == 0 for hole in plain):  # type: ignore[union-attr]
        return True
    excluded = [each for slot in sentence.slots for each in scope.exclusions(slot)]
    text = vocabulary.keys(sentence.words)
    return bool(excluded) and all(mentions(each, text) for each in excluded)


def _exclusion(sentence: Sentence) -> Iterator[str]:
    found = sentence.has(vocabulary.EXCLUSION)
    excluded = [each for slot in sentence.slots for each in scope.exclusions(slot)]
    if found and not excluded:
        yield f"“{found[0]}” leaves something out that the call did not leave out"


# Superlatives -----------------------------------------------------------------------------------


def _superlative(sentence: Sentence) -> Iterator[str]:
    words = [
        word
        for at, word in enumerate(sentence.words)
        if any(word in lexicon for lexicon in _POLARITIES.values())
        and not (word in ("least", "most") and at and sentence.words[at - 1] == "at")
        and word not in ("maximal", "minimal", "maximum", "minimum")
    ]
    carried = {each for hole in sentence.holes for each in _polarities(hole)}
    for word in words:
        if not any(word in _POLARITIES[each] for each in carried):
            yield f"“{word}” ranks, and no result was put in that order"
    for slot in sentence.slots:
        for field in slot.fields:
            needed = _FIELDS.get(field) if field in ("largest", "smallest", "longest") else None
            if needed is not None and not sentence.has(_POLARITIES[needed]):
                yield f"`{slot.path}` is the {field} one, and the words do not say so"


def _polarities(hole: Hole) -> Iterator[str]:
    if isinstance(hole.source, Work):
        if hole.source.expression.startswith("max("):
            yield "big"
        if hole.source.expression.startswith("min("):
            yield "small"
        return
    slot = hole.source
    yield from (_FIELDS[field] for field in slot.fields if field in _FIELDS)
    arguments = slot.outcome.arguments
    if getattr(arguments, "next_from", None) is not None:
        yield "early"
    if getattr(arguments, "previous_to", None) is not None:
        yield "late"
    if slot.indexes[:1] != (0,):
        return
    order = getattr(arguments, "order", None)
    if order in _ORDERS:
        yield _ORDERS[order]
    elif order in ("total", "date", "due"):
        descending = getattr(arguments, "descending", True)
        yield (
            ("big" if descending else "small")
            if order == "total"
            else ("late" if descending else "early")
        )
    elif order == "usual" and _is_by_size(slot):
        yield "big"
    if (rank := getattr(arguments, "rank", None)) is not None and "quiet" not in str(rank):
        yield "big"


def _is_by_size(slot: Slot) -> bool:
    """Groups come the largest first, except stretches of the calendar."""
    return slot.fields[0] == "groups" and getattr(slot.objects[1], "start", None) is None
