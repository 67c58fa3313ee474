"""The text of a part with its slots: found, filled, and cut into the clauses they stand in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from runwright.minds.language import forms, spoken, units
from runwright.minds.language.evidence import (
    Evidence,
    Slot,
    Work,
    items_of,
    operands,
    source_at,
    work_out,
)
from runwright.minds.language.parts import Language
from runwright.text.sentences import sentences
from runwright.tools.base import InvalidCall

_HOLE = re.compile(r"\{(?P<expression>=[^{}]*)\}|\{(?P<path>[^{}=:]*)(?::(?P<form>[^{}]*))?\}")
_LOWERING = re.compile(
    r"\b(?:less|fewer|lower|cheaper|decreas\w*|fell|dropp?\w*|reduc\w*|saved|below|under|weniger|"
    r"niedriger|billiger|günstiger|gesunken|gefallen|sank|gespart|unter)\b",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"\b(?:changes?|differences?|veränderung|differenz|unterschied)(?:\s+(?:of|is|was|von|um|ist|war))?"
    r"[\s:(*_]*$",
    re.IGNORECASE,
)
"""`a change of −3.5 %`: the word behind which a figure keeps its sign."""
_DIRECTED = re.compile(
    r"\b(?:spen[dt]\w*|expens\w*|purchas\w*|bought|paid|pay\w*|cost\w*|receiv\w*|got|earn\w*|refund\w*|salary|income|booked|"
    r"debit\w*|credit\w*|charg\w*|ausgegeben|ausgab\w*|bezahl\w*|gezahlt|zahl\w*|kost\w*|gekostet|"
    r"erhalten|bekommen|verdient|eingegangen|überwiesen|abgebucht|gehalt|erstatt\w*)\b",
    re.IGNORECASE,
)


_ASKED = re.compile(r"[:?–—][\s*_]*$")
COMPARED = re.compile(r"(?P<left>[^<>=!]+)(?P<op><=|>=|!=|=|<|>)(?P<right>[^<>=!]+)")
OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}
_CHANGES = ("difference", "percent", "figure", "value")


class Hole(NamedTuple):
    """A place that is filled."""

    start: int
    end: int
    """Its place in the text that was filled."""
    shown: str
    source: Slot | Work
    is_answer: bool = False
    """Whether it says yes or no to the words before it: `more than in May: {r3.truth}`."""

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The values that it shows or reckons with."""
        if isinstance(self.source, Work):
            return self.source.slots
        return (self.source,)


class Filled(NamedTuple):
    """A text whose slots are filled."""

    text: str
    holes: tuple[Hole, ...]
    failures: tuple[str, ...]
    """What could not be filled, in sentences for the model; it stands in the text as written."""

    @property
    def items(self) -> tuple[str, ...]:
        """The ids of the records that it rests on."""
        return tuple(
            dict.fromkeys(i for hole in self.holes for slot in hole.slots for i in items_of(slot))
        )


class Comparison(NamedTuple):
    """The truth of a comparison, and what was compared."""

    expression: str
    truth: bool


def truth_of(source: Slot | Work) -> Comparison | None:
    """The comparison whose truth an expression gives."""
    if isinstance(source, Slot) or source.result.truth is None:
        return None
    return Comparison(source.expression, source.result.truth)


def fill(text: str, language: Language, evidence: Evidence) -> Filled:
    """The text with its slots filled."""
    pieces: list[str] = []
    holes: list[Hole] = []
    failures: list[str] = []
    length, last = 0, 0
    spans = sentences(text)
    for found in _HOLE.finditer(text):
        if found.start() < last:
            continue
        pieces.append(text[last : found.start()])
        length += found.start() - last
        last = found.end()
        is_answer = _ASKED.search(text, 0, found.start()) is not None
        try:
            shown, source = _filled(found, _around(found.start(), text, spans), language, evidence)
        except InvalidCall as error:
            failures.append(str(error))
            pieces.append(found[0])
            length += len(found[0])
            continue
        if truth_of(source) is not None:
            shown = _truth(found, shown, text, source, language)
        elif unit := re.search(r"(?<=\d) (\S+)$", shown):
            length -= _without_code_before(pieces, unit[1])
            last = _behind_unit(found, unit[1], text)
            if last == found.end() and units.is_said(text[last:], unit[1]):
                shown = shown[: unit.start()]
            else:
                shown = shown[: unit.start(1)] + units.written(
                    unit[1], shown[: unit.start()], text[: found.start()], language
                )
        holes.append(Hole(length, length + len(shown), shown, source, is_answer))
        pieces.append(shown)
        length += len(shown)
    pieces.append(text[last:])
    return Filled("".join(pieces), tuple(holes), tuple(failures))


def _truth(
    found: re.Match[str], shown: str, text: str, source: Slot | Work, language: Language
) -> str:
    """Yes or no where a sentence begins or words have asked; elsewhere what was compared."""
    comparison = truth_of(source)
    if comparison is None:
        return shown
    before, after = text[: found.start()].rstrip(), text[found.end() : found.end() + 1]
    if before.endswith("(") and after == ")":
        return shown.strip("()")
    if not _ASKED.search(before + " ") and not re.search(r"(?:^|[.!?\n])[\s*_]*$", before):
        return shown
    word = forms.show_truth(comparison.truth, language)
    return word if _ASKED.search(before + " ") else word.capitalize()


def _without_code_before(pieces: list[str], unit: str) -> int:
    """How many characters go since a currency stands before its amount: `EUR {r1.total}`."""
    signs = "|".join(re.escape(each) for each in units.codes(unit))
    found = re.search(rf"(?<![^\W_])(?:{signs})[ \u00a0]?$", pieces[-1]) if signs else None
    if found is None:
        return 0
    pieces[-1] = pieces[-1][: found.start()]
    return len(found[0])


def _behind_unit(found: re.Match[str], unit: str, text: str) -> int:
    """Where the text goes on: a figure is shown with its unit, which need not be said again."""
    signs = "|".join(re.escape(each) for each in units.codes(unit))
    if not signs:
        return found.end()
    of = re.escape((found["path"] or "").strip().removesuffix(".amount").removesuffix(".total"))
    again = rf"\s?(?:(?:{signs})(?![^\W_])|\{{\s*{of}(?:\.total)?\.currency\s*\}})"
    said = re.compile(again).match(text, found.end())
    return found.end() if said is None else said.end()


def _filled(
    found: re.Match[str], around: str, language: Language, evidence: Evidence
) -> tuple[str, Slot | Work]:
    if found["expression"] is not None:
        source: Slot | Work = work_out(found["expression"][1:].strip(), evidence)
    else:
        source = source_at(found["path"].strip(), evidence)
    if (comparison := truth_of(source)) is not None:
        return _compared(comparison, language, evidence), source
    is_signed = _SIGNED.search(found.string[: found.start()]) is not None
    lowers = _LOWERING.search(around) is not None and not is_signed
    if isinstance(source, Work):
        return forms.show_result(source.result, language, unsigned=lowers), source
    # The sign of a booking says which way the money went, which the sentence says in words.
    directed = source.leaf in ("amount", "difference") and _DIRECTED.search(around)
    unsigned = (source.leaf in _CHANGES and lowers) or bool(directed)
    form = found["form"] or ""
    return forms.show_slot(source, form, language, evidence.zone, unsigned=unsigned), source


def _around(at: int, text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The sentence that a place lies in."""
    return next((text[start:end] for start, end in spans if start <= at < end), text)


def _compared(comparison: Comparison, language: Language, evidence: Evidence) -> str:
    """The comparison itself with its figures, so that a reader sees what was compared."""
    shown = comparison.expression
    found = COMPARED.fullmatch(shown.strip())
    if found is not None and not comparison.truth:
        shown = f"{found['left'].strip()} {OPPOSITE[found['op']]} {found['right'].strip()}"
    for slot in sorted(operands(shown, evidence), key=lambda each: -len(each.path)):
        if slot.value != "":
            shown = shown.replace(slot.path, forms.show_slot(slot, "", language, evidence.zone))
    return f"({shown})"


def masked(filled: Filled, start: int, end: int) -> str:
    """A stretch of the text with its slots blanked out."""
    pieces, at = [], 0
    for hole in filled.holes:
        pieces += [filled.text[at : hole.start], "#" * len(hole.shown)]
        at = hole.end
    return "".join([*pieces, filled.text[at:]])[start:end]


# What ends a clause: figures and names on both sides of it belong together on their own side.
_BREAK = re.compile(
    r"[;:]\s|,\s|\s[–—-]\s|\b(?:and|but|while|whereas|than|versus|vs|compared|und|aber|während|als|"
    r"gegenüber|verglichen|sowie|or|oder)\b",
    re.IGNORECASE,
)


_AFFIRMS = re.compile(r"\W*(?:yes|no|ja|nein)\W*", re.IGNORECASE)


class Clause(NamedTuple):
    """A stretch of a sentence with the places that were filled in it."""

    start: int
    end: int
    holes: tuple[Hole, ...]
    opens: bool = True
    """Whether it is the first of its sentence."""


def clauses(filled: Filled) -> list[Clause]:
    """The clauses of a text. One without a slot joins the next of its sentence that has one, and
    those at the end of a sentence join the last."""
    found: list[Clause] = []
    for start, end in spans(filled):
        found += _clauses(filled, start, end)
    return found


def spans(filled: Filled) -> list[tuple[int, int]]:
    """The sentences of a text; `Yes.` belongs to the one that it opens."""
    found: list[tuple[int, int]] = []
    for start, end in sentences(filled.text) or [(0, len(filled.text))]:
        # `3. Deposit` inside of a title ends no sentence.
        if found and any(hole.start < start < hole.end for hole in filled.holes):
            start = found.pop()[0]
        found.append((start, end))
    if len(found) > 1 and _AFFIRMS.fullmatch(filled.text, *found[0]):
        return [(found[0][0], found[1][1]), *found[2:]]
    return found


def _clauses(filled: Filled, start: int, end: int) -> list[Clause]:
    edges = [start, *(b.start() for b in _breaks(filled, start, end)), end]
    joined: list[Clause] = []
    begun = start
    for left, right in pairwise(edges):
        inside = _within(filled.holes, left, right)
        if inside:
            joined.append(Clause(begun, right, inside, opens=not joined))
            begun = right
    if begun < end:
        if not joined:
            return [Clause(start, end, ())]
        joined[-1] = joined[-1]._replace(end=end)
    return joined


def _breaks(filled: Filled, start: int, end: int) -> list[re.Match[str]]:
    joints = spoken.joints(masked(filled, 0, len(filled.text)))
    return [
        found
        for found in _BREAK.finditer(filled.text, start, end)
        if found.start() > start
        and not any(h.start <= found.start() < h.end for h in filled.holes)
        and not _ends_label(found, filled, start)
        and not any(first <= found.start() < last for first, last in joints)
    ]


def _ends_label(found: re.Match[str], filled: Filled, start: int) -> bool:
    """`{r1.groups[0].group}: {r1.groups[0].total}`: the label belongs to what follows it."""
    if not found[0].startswith(":"):
        return False
    inside = _within(filled.holes, start, found.start())
    label = masked(filled, start, found.start())
    return len(inside) == 1 and not label.strip(" #*_-•")


def _within(holes: Sequence[Hole], start: int, end: int) -> tuple[Hole, ...]:
    return tuple(hole for hole in holes if start <= hole.start < end)
