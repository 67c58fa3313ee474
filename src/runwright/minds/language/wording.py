"""Whether the words of a fact around its slots say only what the slots carry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from runwright.minds.language import forms, operators, roles, scope, vocabulary
from runwright.minds.language.evidence import Evidence, Slot, Work
from runwright.minds.language.operators import Sentence
from runwright.minds.language.template import Clause, Filled, Hole, clauses
from runwright.minds.language.vocabulary import canonical, mentions
from runwright.text import numbers, periods, times
from runwright.text.calendar_words import WEEKDAYS
from runwright.text.calendars import Viewpoint
from runwright.text.currencies import CODES, NAMES
from runwright.text.folding import fold
from runwright.text.sentences import sentences

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
# `1.` at the start of a line, `§ 3`, `Section 4.2`, `No. 7`: these count nothing.
REFERENCE = re.compile(
    r"(?m)^\s*\d{1,3}[.)]\s|(?:§+|\b(?:section|clause|article|paragraph|chapter|no\.|nr\.|absatz|abs\.|"
    r"abschnitt|ziffer|artikel|art\.|kapitel|paragraf|punkt|point|step|schritt))\s*\d+(?:\.\d+)*",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(r"[^\W\d_]+")
_OPERATOR_WORDS = (
    vocabulary.NEGATION | vocabulary.EXCLUSION | vocabulary.UNIVERSAL | vocabulary.MORE
    | vocabulary.LESS | vocabulary.EQUAL | vocabulary.AT_LEAST | vocabulary.AT_MOST
    | vocabulary.BIG | vocabulary.SMALL | vocabulary.EARLY | vocabulary.LATE
)  # fmt: skip
_SIGNS = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}


def problems(
    filled: Filled, evidence: Evidence, *, context: str = "", header: str = ""
) -> list[str]:
    """What is wrong with a text whose slots are filled; `context` is the heading above it, and
    `header` the name of the column that it stands in."""
    if not filled.holes:
        return ["it has neither a slot nor a quotation"]
    found: list[str] = []
    for clause in clauses(filled):
        found += _clause(filled, clause, evidence)
    if header:
        # The name of a column is said of each figure below it.
        headed = Filled(f"{filled.text} {header}", filled.holes, ())
        whole = Clause(len(filled.text), len(headed.text), filled.holes)
        found += _clause(headed, whole, evidence)
    for sentence in _sentences(filled):
        found += operators.problems(sentence, evidence)
        found += roles.problems(sentence, evidence)
    found += _omissions(filled, evidence, context)
    return list(dict.fromkeys(found))


def masked(filled: Filled, start: int, end: int) -> str:
    """A stretch of the text with its slots blanked out."""
    text = filled.text
    for hole in filled.holes:
        text = f"{text[: hole.start]}{'#' * len(hole.shown)}{text[hole.end :]}"
    return text[start:end]


def _sentences(filled: Filled) -> Iterator[Sentence]:
    for start, end in sentences(filled.text) or [(0, len(filled.text))]:
        text = masked(filled, start, end)
        found = list(_WORD.finditer(text))
        yield Sentence(
            text,
            start,
            tuple(fold(each[0]).replace("’", "'") for each in found),
            tuple(start + each.start() for each in found),
            tuple(hole for hole in filled.holes if start <= hole.start < end),
        )


# Clauses: every word, day, time and figure ------------------------------------------------------


def _clause(filled: Filled, clause: Clause, evidence: Evidence) -> Iterator[str]:
    slots = [slot for hole in clause.holes for slot in hole.slots]
    if not slots:
        if not clause.holes:
            yield "a sentence has no slot: make it a `text` part or cite a result"
        return
    yield from _mixed(clause, evidence)
    text = masked(filled, clause.start, clause.end)
    text = REFERENCE.sub(lambda found: " " * len(found[0]), text)
    for check in (_weekdays, _periods, _times, _figures):
        text, wrong = check(text, clause, slots, evidence)
        yield from wrong
    yield from _words(text, clause, slots, evidence)


def _blank(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"


def _weekdays(
    text: str, clause: Clause, slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    wrong = []
    for found in _WEEKDAY.finditer(text):
        number = WEEKDAYS.get(fold(found[0]))
        if number is None or (len(found[0]) < 5 and not found[0][0].isupper()):
            continue
        if number not in _weekdays_of(found.start() + clause.start, clause, slots, evidence):
            wrong.append(f"“{found[0]}” is not the weekday of what the slots are of")
        text = _blank(text, found.start(), found.end())
    return text, wrong


def _weekdays_of(place: int, clause: Clause, slots: Sequence[Slot], evidence: Evidence) -> set[int]:
    shown = [(abs(h.start - place), d) for h in clause.holes if (d := _shown_day(h, evidence))]
    if shown:
        return {min(shown)[1].weekday()}
    named = {
        WEEKDAYS[fold(each)]
        for slot in slots
        for each in (*getattr(slot.outcome.arguments, "weekdays", ()), *scope.identities(slot))
        if fold(each) in WEEKDAYS
    }
    days = {day.weekday() for slot in slots for day in scope.days(slot, evidence)}
    single = {
        period.start.weekday()
        for slot in slots
        for period in scope.periods_of(slot, evidence)
        if period.days == 1 and period.start is not None
    }
    return named | days | single


def _shown_day(hole: Hole, evidence: Evidence) -> date | None:
    if isinstance(hole.source, Work):
        day = hole.source.result.day
        return None if day is None else date.fromisoformat(day)
    moment = forms.day_of(hole.source, evidence.zone)
    return None if moment is None else date(moment.year, moment.month, moment.day)


def _periods(
    text: str, clause: Clause, slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    wrong = []
    for found in reversed(periods.find(text, Viewpoint(evidence.today))):
        words = text[found.start : found.end]
        fits = all(
            any(_is_of(period.start, period.end, slot, evidence) for period in found.readings)
            for slot in slots
            if slot.outcome.tool != "calculate"
        )
        if not fits:
            wrong.append(f"“{words.strip()}” is not the time that the slots are of")
        text = _blank(text, found.start, found.end)
    return text, wrong


def _is_of(start: date | None, end: date | None, slot: Slot, evidence: Evidence) -> bool:
    own = scope.periods_of(slot, evidence)
    if not slot.is_of_record and any((each.start, each.end) == (start, end) for each in own):
        return True
    days = scope.days(slot, evidence)
    return any((start is None or start <= day) and (end is None or day < end) for day in days)


def _times(
    text: str, clause: Clause, slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    wrong = []
    spans = [each for slot in slots for each in scope.hours(slot, evidence)]
    for found in reversed(times.find(text)):
        words = text[found.start : found.end]
        exact = any(each.isdigit() for each in words)
        if not any(_is_at(h.start, h.end, s, exact) for h in found.readings for s in spans):
            wrong.append(f"“{words.strip()}” is not the time of what the slots are of")
        text = _blank(text, found.start, found.end)
    return text, wrong


def _is_at(start: int, end: int, span: tuple[int, int], exact: bool) -> bool:
    if not exact:
        return start <= span[0] < end
    if start == end or end == times.DAY:
        return start == span[0]
    return end == span[1] and start in (0, span[0])


def _figures(
    text: str, clause: Clause, slots: Sequence[Slot], evidence: Evidence
) -> tuple[str, list[str]]:
    wrong = []
    allowed = {each for slot in slots for each in scope.figures(slot)}
    allowed |= _literals(clause.holes)
    named = scope.union(slots, evidence)
    for found in _NUMBER.finditer(text):
        values = set() if ":" in found[0] else {*map(abs, numbers.figure_values(found[0]))}
        if not (values & allowed or canonical(found[0]) in named):
            wrong.append(f"“{found[0]}” is a figure outside of slots")
        text = _blank(text, found.start(), found.end())
    return text, wrong


def _literals(holes: Sequence[Hole]) -> set[Decimal]:
    """The figures that stand in the comparisons of a clause."""
    from_works = [hole.source.expression for hole in holes if isinstance(hole.source, Work)]
    arguments = [hole.source.outcome.arguments for hole in holes if isinstance(hole.source, Slot)]
    texts = [*from_works, *(getattr(each, "expression", "") for each in arguments)]
    found = (re.findall(r"(?<![\w.\[])\d+(?:\.\d+)?", text) for text in texts)
    return {Decimal(figure) for each in found for figure in each}


def _words(text: str, clause: Clause, slots: Sequence[Slot], evidence: Evidence) -> Iterator[str]:
    named = scope.union(slots, evidence)
    units = {forms.unit_of(slot) for slot in slots} | {
        hole.source.result.currency or "" for hole in clause.holes if isinstance(hole.source, Work)
    }
    excluded = vocabulary.keys([each for slot in slots for each in scope.exclusions(slot)])
    plain = [fold(found[0]).replace("’", "'") for found in _WORD.finditer(text)]
    leaves_out = any(w in vocabulary.EXCLUSION or w in vocabulary.NEGATION for w in plain)
    for sign in re.findall(r"[€$£¥%]", text):
        if _SIGNS.get(sign, sign) not in units:
            yield f"“{sign}” is not the unit of what the slots are of"
    for word in plain:
        key = canonical(word)
        if key in named or (leaves_out and key in excluded):
            continue
        if word.upper() in CODES and len(word) == 3 and word.upper() in units:
            continue
        if any(code in units for code in NAMES.get(word, ())):
            continue
        if not _is_plain(word, slots, clause.holes):
            yield f"“{word}” stands in nothing that the slots are of"


def _is_plain(word: str, slots: Sequence[Slot], holes: Sequence[Hole]) -> bool:
    if word in vocabulary.JOINING or word in vocabulary.PLAIN or word in _OPERATOR_WORDS:
        return True
    families = {f for slot in slots for f in vocabulary.TOOL_FAMILIES.get(slot.outcome.tool, ())}
    if any(word in vocabulary.FAMILIES[family] for family in families):
        return True
    if word in vocabulary.RATE:
        return _has_rate(word, slots, holes)
    kinds = vocabulary.SPENT | vocabulary.RECEIVED | vocabulary.AVERAGE | vocabulary.MEDIAN
    kinds |= vocabulary.SHARE | vocabulary.BEGIN | vocabulary.FINISH | vocabulary.REFUND
    return word in kinds | vocabulary.EXPECTED | vocabulary.CHANGE


def _has_rate(word: str, slots: Sequence[Slot], holes: Sequence[Hole]) -> bool:
    if any(isinstance(hole.source, Work) for hole in holes):
        return True
    fields = {field for slot in slots for field in slot.fields}
    if fields & {"per_month", "average_per", "stretches", "age", "days", "interval"}:
        return True
    return any(
        getattr(slot.outcome.arguments, "per", None) or getattr(slot.owner, "interval", None)
        for slot in slots
    )


def _mixed(clause: Clause, evidence: Evidence) -> Iterator[str]:
    """Names that are slots must be of the same thing as the figures beside them."""
    plain = [h.source for h in clause.holes if isinstance(h.source, Slot)]
    for one in plain:
        for other in plain:
            if one is other or not is_name(one) or other.outcome.tool == "calculate":
                continue
            same = one.name == other.name and one.indexes[:1] == other.indexes[:1]
            wanted = vocabulary.keys([str(one.value)])
            if not same and not wanted <= scope.words(other, evidence):
                yield f"`{one.path}` and `{other.path}` are of different things"
    rows = {
        (slot.name, slot.indexes[:1]) for slot in plain if slot.is_of_record and not is_name(slot)
    }
    if len({index for _, index in rows}) > 1 and len({name for name, _ in rows}) == 1:
        yield "the slots of one clause are of different records"


def is_name(slot: Slot) -> bool:
    """Whether a slot shows a name or another text, and no figure or day."""
    is_text = isinstance(slot.value, str) and forms.number_of(slot.value) is None
    return is_text and not re.match(r"\d{4}-\d\d", slot.value)


# Omissions: what a call was restricted to -------------------------------------------------------


def _omissions(filled: Filled, evidence: Evidence, context: str) -> Iterator[str]:
    said = vocabulary.keys([filled.text, context])
    folded = {fold(each[0]) for each in _WORD.finditer(filled.text)}
    ranked = folded & (vocabulary.BIG | vocabulary.SMALL)
    for slot in (slot for hole in filled.holes for slot in hole.slots):
        if slot.outcome.tool == "calculate" or (slot.is_of_record and not ranked):
            continue
        for restriction in scope.restrictions(slot):
            named = [mentions(each, said) for each in restriction.wanted]
            if not (all(named) if restriction.needs_all else any(named)):
                names = ", ".join(restriction.wanted)
                yield f"`{slot.path}` is only of {names}, and the words do not say so"
        for each in scope.identities(slot):
            if not each[:4].isdigit() and not mentions(each, said):
                yield f"`{slot.path}` is of {each}, and the words do not say so"
        excluded = scope.exclusions(slot)
        denied = folded & (vocabulary.EXCLUSION | vocabulary.NEGATION)
        if excluded and not (denied and all(mentions(each, said) for each in excluded)):
            yield f"`{slot.path}` leaves out {', '.join(excluded)}, and the words do not say so"
        for bound in scope.bounds(slot):
            if bound is not None and not _names_figure(filled.text, bound):
                yield f"`{slot.path}` is only of amounts bounded by {bound}: say so"


def _names_figure(text: str, bound: Decimal) -> bool:
    return any(
        ":" not in found[0] and bound in numbers.figure_values(found[0])
        for found in _NUMBER.finditer(text)
    )
