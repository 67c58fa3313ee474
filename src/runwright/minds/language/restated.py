"""Words that say again what an expression does: `half of`, `plus 3 months`, `less rent`, `ago`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from runwright.minds.language import forms, restrictions, scope, vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Evidence, Slot, Work, operands
from runwright.minds.language.template import Hole
from runwright.text import numbers
from runwright.text.words import word_set

_FRACTIONS = {
    2: word_set("half halved halves halb halbe halben halfte"),
    3: word_set("third drittel"),
    4: word_set("quarter viertel"),
    5: word_set("fifth funftel"),
    6: word_set("sixth sechstel"),
    8: word_set("eighth achtel"),
    10: word_set("tenth zehntel"),
    12: word_set("twelfth zwolftel"),
}
MULTIPLES = {
    2: word_set("twice double doubled zweimal doppelt doppelte zweifache"),
    3: word_set("thrice triple dreimal dreifache"),
}
_SIGNS = {
    "+": word_set("plus zuzuglich added after later nach spater"),
    "-": word_set("minus less abzuglich weniger subtracted deducted rest remainder before vor"),
    "*": word_set("times multiplied mal"),
    "/": word_set("divided geteilt durch"),
}
_SUBTRACTING = word_set("less minus weniger abzuglich without ohne")
_AGO = word_set("ago past vorbei her")
_AHEAD = word_set("ahead")
_WORKING = word_set("working business werktage werktagen arbeitstage arbeitstagen")
_OPEN = word_set("open outstanding unpaid offen")
_VERBS = vocabulary.SPENT - word_set("spending ausgaben") | vocabulary.PAYING | vocabulary.RECEIVED
_DEGREES = word_set("to is was were much even far a little etwas viel war sind ist")
_COMPARING = re.compile(r"(?:than|als|on|for|in|at|auf|für|im|bei|from)\b|[.,;:]|$", re.IGNORECASE)
_LITERAL = re.compile(r"(?<![\w.\[-])\d+(?:\.\d+)?(?![\w-])")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DAYS_BETWEEN = re.compile(r"days_between\((?P<from>[^,]+),\s*(?P<to>[^,()]+)\)")
_DIFFERENCE = re.compile(r"[^+*/<>=]+")


def literals(holes: Sequence[Hole]) -> set[Decimal]:
    """The figures of the model's own that stand in the expressions of a clause."""
    texts = [hole.source.expression for hole in holes if isinstance(hole.source, Work)]
    return {Decimal(figure) for text in texts for figure in _LITERAL.findall(text)}


def days(work: Work, evidence: Evidence) -> Iterator[date]:
    """The days that an expression names or gives."""
    if work.result.day is not None:
        yield date.fromisoformat(work.result.day)
    yield from map(date.fromisoformat, _DAY.findall(work.expression))
    if re.search(r"\btoday\b", work.expression):
        yield evidence.today


def codes(work: Work) -> Iterator[str]:
    """The units and currencies of an expression and of what it gives."""
    yield from re.findall(r"\b[A-Z]{3}\b|%", work.expression)
    yield from (each for each in (work.result.currency, work.result.unit) if each)


def says(word: str, holes: Sequence[Hole]) -> bool:
    """Whether a word says again what an expression of its clause does."""
    works = [hole.source for hole in holes if isinstance(hole.source, Work)]
    return any(_says(word, each) for each in works) or (
        bool(works) and any(Decimal(n.value) in literals(holes) for n in numbers.read(word))
    )


def says_figure(word: str, figure: Fraction, holes: Sequence[Hole]) -> bool:
    """Whether a word such as `half` or `twice` says a figure of an expression."""
    expressions = [hole.source.expression for hole in holes if isinstance(hole.source, Work)]
    for number, words in _FRACTIONS.items():
        if word in words and figure == number:
            return any(re.search(rf"/\s*{number}(?![\d.])", each) for each in expressions)
    return any(word in words and figure == number for number, words in MULTIPLES.items())


def _says(word: str, work: Work) -> bool:
    expression = work.expression
    for number, words in _FRACTIONS.items():
        if word in words:
            return re.search(rf"/\s*{number}(?![\d.])", expression) is not None
    for number, words in MULTIPLES.items():
        if word in words:
            return re.search(rf"\*\s*{number}(?![\d.])", expression) is not None
    for sign, words in _SIGNS.items():
        if word in words:
            return sign in re.sub(_DAY, "", expression)
    if word in _AGO or word in _AHEAD:
        found = _DAYS_BETWEEN.search(expression)
        end = "to" if word in _AGO else "from"
        days = forms.number_of(work.result.value) or Decimal()
        return found is not None and found[end].strip() == "today" and days >= 0
    if word in _WORKING:
        return "business_days" in expression
    if word in _OPEN:
        return is_difference(work) and any(_is_bill(slot) for slot in work.slots)
    return False


def _is_bill(slot: Slot) -> bool:
    return slot.fields[:1] == ("bills",) and getattr(slot.owner, "state", "open") != "paid"


# `A less B` -------------------------------------------------------------------------------------


def is_difference(work: Work) -> bool:
    """Whether an expression only takes figures away from the first one."""
    return "-" in work.expression and _DIFFERENCE.fullmatch(work.expression) is not None


def subtracts(place: int, sentence: Sentence, evidence: Evidence) -> bool:
    """Whether a difference carries `less` or `without`: what is taken away is named behind the
    word, and what it is taken from is not."""
    for hole in sentence.holes:
        if not isinstance(hole.source, Work) or not is_difference(hole.source):
            continue
        first, *others = hole.source.expression.split("-")
        behind, before = _keys(sentence, place, after=True), _keys(sentence, place, after=False)
        taken = [slot for each in others for slot in operands(each, evidence)]
        if not taken and literals((hole,)) & _figures(sentence.after(place)):
            return True
        names = [own for slot in taken if (own := _names(slot))]
        own = frozenset().union(*(_names(slot) for slot in operands(first, evidence)))
        distinct = [each - own or each for each in names]
        is_swapped = any(own - frozenset().union(*names) & behind) and not own & before
        if names and all(each & behind for each in distinct) and not is_swapped:
            return True
    return False


def _figures(text: str) -> set[Decimal]:
    found = (each[0] for each in scope.NUMBER.finditer(text) if ":" not in each[0])
    return {value for each in found for value in numbers.figure_values(each)}


def _keys(sentence: Sentence, place: int, *, after: bool) -> frozenset[str]:
    words = [*zip(sentence.words, sentence.places, strict=True)]
    words += [(hole.shown, hole.start) for hole in sentence.holes]
    return vocabulary.keys(word for word, at in words if (at > place) == after and at != place)


def _names(slot: Slot) -> frozenset[str]:
    wanted = restrictions.names(slot)
    names = [each for names in scope.identities(slot) for each in names]
    return vocabulary.keys([*wanted, *names])


def is_minus(word: str, place: int, sentence: Sentence) -> bool:
    """`spending less rent`, and not `less than` or `5 EUR less`."""
    if word not in _SUBTRACTING:
        return False
    at = sentence.places.index(place)
    last = sentence.words[at - 1] if at else ""
    # `you spent less on rent` compares.
    if last in _VERBS or last in _DEGREES:
        return False
    after = sentence.after(place + len(word)).lstrip()
    before = sentence.before(place).rstrip(" *_")
    return _COMPARING.match(after) is None and not before.endswith(("#", "%"))
