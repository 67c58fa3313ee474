"""The check of an answer: slots filled, quotations verified, and what nothing supports marked.

Nothing is ever removed. A part that fails is marked where it stands; the model is told once what
is wrong and may answer again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal, NamedTuple

from runwright.minds.language import headings, introduction, quotations, scope, unchecked, wording
from runwright.minds.language.additions import Findings, added
from runwright.minds.language.belonging import is_name
from runwright.minds.language.evidence import (
    PATH,
    Evidence,
    RecordText,
    is_of_document,
    scalars,
    titles_of,
)
from runwright.minds.language.omissions import Context
from runwright.minds.language.parts import (
    Answer,
    Derived,
    Entry,
    Fact,
    Heading,
    Language,
    List,
    Part,
    Table,
    Text,
)
from runwright.minds.language.template import Filled, Hole, fill, spans
from runwright.minds.language.vocabulary import TOOL_FAMILIES
from runwright.text.folding import fold
from runwright.text.words import split_words

_LONGEST_CONTEXT = 2_000
RESULT = re.compile(r"\br\d+(?=[.\[])")
Support = Literal["record", "derived", "own", "unsupported"]


class Problem(NamedTuple):
    """Something in an answer that nothing supports."""

    place: str
    """Which part, counted from 0: `parts[2]`, `parts[3].entries[0]`."""
    reasons: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What is wrong, for the model."""
        return f"`{self.place}` is not supported: {'; '.join(self.reasons)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedPart:
    """A part as it is shown, with what it rests on."""

    type: Literal["heading", "fact", "derived", "text", "list", "table", "row"]
    text: str = ""
    quote: str = ""
    items: tuple[str, ...] = ()
    support: Support = "own"
    unchecked: tuple[str, ...] = ()
    level: int = 0
    ordered: bool = False
    cells: tuple[str, ...] = ()
    """Of a table: its header; of a row: its cells."""
    entries: tuple[CheckedPart, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An answer after its check."""

    language: Language
    parts: tuple[CheckedPart, ...]
    problems: tuple[Problem, ...]

    @property
    def kept(self) -> int:
        """How many facts and derived parts the records support."""
        return sum(part.support in ("record", "derived") for part in self._claims())

    @property
    def marked(self) -> int:
        """How many they do not."""
        return sum(part.support == "unsupported" for part in self._claims())

    def _claims(self) -> Iterator[CheckedPart]:
        for part in self.parts:
            yield from part.entries or (part,)


@dataclass(frozen=True, slots=True)
class _Check:
    """One check of one answer."""

    language: Language
    evidence: Evidence
    known: Callable[[], unchecked.Known]
    """All that stands in results and records; gathered when there are own words."""
    problems: list[Problem]

    def support(self, place: str, reasons: list[str], otherwise: Support) -> Support:
        if not reasons:
            return otherwise
        self.problems.append(Problem(place, tuple(reasons)))
        return "unsupported"

    def fill(self, text: str) -> Filled:
        return fill(text, self.language, self.evidence)

    def unchecked(self, filled: Filled) -> tuple[str, ...]:
        return unchecked.unchecked(filled, self.known(), self.evidence, self.language)


def check(answer: Answer, evidence: Evidence) -> Checked:
    """The answer as it is shown, with what is wrong with it."""
    state = _Check(answer.language, evidence, cache(partial(unchecked.gather, evidence)), [])
    parts: list[CheckedPart] = []
    context = Context(paths=frozenset(found[0] for found in PATH.finditer(str(answer))))
    for at, part in enumerate(answer.parts):
        place = f"parts[{at}]"
        match part:
            case Heading():
                filled = state.fill(part.text)
                context = context._replace(heading=filled.text, title=filled.text)
                parts.append(_heading(part, place, answer.parts[at + 1 :], state))
            case List():
                inner = context._replace(is_led=True)
                entries = tuple(
                    _entry(each, f"{place}.entries[{n}]", inner, state)
                    for n, each in enumerate(part.entries)
                )
                parts.append(CheckedPart(type="list", ordered=part.ordered, entries=entries))
            case Table():
                parts.append(_table(part, place, context._replace(is_led=True), state))
            case _:
                parts.append(_entry(part, place, context, state))
        context = context._replace(
            earlier=_with(context.earlier, parts[-1]), **_lead(context, part, parts[-1], state)
        )
    return Checked(language=answer.language, parts=tuple(parts), problems=tuple(state.problems))


def _heading(part: Heading, place: str, after: Sequence[Part], state: _Check) -> CheckedPart:
    """A heading over facts is marked where they do not carry it; over others, it is listed."""
    filled, below = state.fill(part.text), headings.below(after)
    holes = [hole for text in headings.texts(below) for hole in state.fill(text).holes]
    quoted = headings.quoted(below, state.evidence)
    if holes:
        reasons = list(headings.problems(filled, holes, quoted, state.evidence))
        support, listed = state.support(place, reasons, "own"), state.unchecked(filled)
    else:
        support = "own"
        listed = (filled.text,) if headings.asserts(filled.text) else state.unchecked(filled)
    return CheckedPart(
        type="heading", text=filled.text, level=part.level, support=support, unchecked=listed
    )


def _with(earlier: str, part: CheckedPart) -> str:
    """What was said before the next part; only the last of it, so that a long answer stays
    cheap."""
    entries = (text for each in part.entries for text in (each.text, each.quote))
    texts = [part.text, part.quote, *entries, *part.cells]
    return f"{earlier}\n{' '.join(texts)}"[-_LONGEST_CONTEXT:]


def _lead(context: Context, part: Part, shown: CheckedPart, state: _Check) -> dict[str, Any]:
    """What the next part goes on from: this one; behind a list or a table its own lead as well."""
    if isinstance(part, Heading):
        return {"lead": "", "cited": frozenset(), "lead_slots": (), "own_lead": ""}
    cited = frozenset(RESULT.findall(str(part)))
    if isinstance(part, List | Table):
        return {"lead": _with(context.lead, shown), "cited": context.cited | cited}
    slots = tuple(slot for hole in state.fill(part.text).holes for slot in hole.slots)
    own = shown.text if isinstance(part, Text) else ""
    return {"lead": shown.text, "cited": cited, "lead_slots": slots, "own_lead": own}


def _entry(part: Entry, place: str, context: Context, state: _Check) -> CheckedPart:
    match part:
        case Text():
            return _own(part, place, state)
        case Derived():
            filled = state.fill(part.text)
            text, reasons = _worded(filled, context, state)
            support = state.support(place, reasons, "derived")
            return CheckedPart(type="derived", text=text, items=filled.items, support=support)
        case Fact():
            return _fact(part, place, context, state)


def _own(part: Text, place: str, state: _Check) -> CheckedPart:
    filled = state.fill(part.text)
    if filled.failures:
        state.problems.append(Problem(place, filled.failures))
    return CheckedPart(
        type="text", text=filled.text, items=filled.items, unchecked=state.unchecked(filled)
    )


def _worded(filled: Filled, context: Context, state: _Check) -> tuple[str, list[str]]:
    """The text with what the service adds to it, and what is wrong with it. Nothing is added to
    what is marked."""
    found = wording.findings(filled, state.evidence, context=context, language=state.language)
    reasons = [*filled.failures, *found.problems]
    return filled.text if reasons else added(filled, found.additions), reasons


def _fact(part: Fact, place: str, context: Context, state: _Check) -> CheckedPart:
    filled = state.fill(part.text)
    text, reasons, items = filled.text, list(filled.failures), filled.items
    if part.quote.strip():
        reasons += _quotation(part, filled, context, state)
        items = tuple(dict.fromkeys((*items, part.record))) if part.record else items
    is_lead_in = part.quote.strip() and all(map(_names_document, filled.holes))
    if not is_lead_in:
        text, worded = _worded(filled, context, state)
        reasons += worded
    return CheckedPart(
        type="fact",
        text=text,
        quote=part.quote.strip(),
        items=items,
        support=state.support(place, list(dict.fromkeys(reasons)), "record"),
    )


def _names_document(hole: Hole) -> bool:
    """Whether a slot before a quotation only names what is quoted."""
    tools = (TOOL_FAMILIES.get(slot.outcome.tool, ()) for slot in hole.slots)
    return all("documents" in each for each in tools) and not _is_figure(hole)


def _quotation(part: Fact, filled: Filled, context: Context, state: _Check) -> Iterator[str]:
    record = state.evidence.records.get(part.record)
    if record is None:
        yield f"there is no record `{part.record}`"
    elif not quotations.stands_in(part.quote, record):
        yield f"the quotation does not stand in `{part.record}` word for word"
    else:
        yield from _introduced(part, filled, record, state)
        titles = titles_of(part.record, state.evidence)
        yield from headings.over_quotation(
            context.title, part.quote, record, list(titles), state.language, _asked(state.evidence)
        )


def _asked(evidence: Evidence) -> frozenset[str]:
    """The words of all calls."""
    given = (v for o in evidence.results.values() for _, v in scalars(o.arguments, 3))
    return frozenset(w for each in given if isinstance(each, str) for w in split_words(fold(each)))


def _introduced(part: Fact, filled: Filled, record: RecordText, state: _Check) -> Iterator[str]:
    """Slots before a quotation are of its document; with others, the words are a fact that the
    quotation only goes with."""
    slots = [slot for hole in filled.holes for slot in hole.slots]
    papers = [slot for slot in slots if "documents" in TOOL_FAMILIES.get(slot.outcome.tool, ())]
    if len(spans(filled)) > 1:
        yield "more than one sentence stands before the quotation: make the others `text` parts"
    for slot in papers:
        if not is_of_document(slot, part.record, state.evidence):
            yield f"`{slot.path}` is of another document than the quotation"
    if len(papers) < len(slots):
        yield from quotations.hidden(part.quote, record)
        return
    titles = [*titles_of(part.record, state.evidence), *(hole.shown for hole in filled.holes)]
    yield from quotations.problems(filled.text, part.quote, record, titles, state.language)


def _table(part: Table, place: str, context: Context, state: _Check) -> CheckedPart:
    rows = [[state.fill(cell) for cell in cells] for cells in part.rows]
    checked = [_row(part.header, cells, context, state) for cells in rows]
    header, notes = _common(part.header, checked)
    entries = []
    for at, (cells, row) in enumerate(zip(rows, checked, strict=True)):
        shown = [f"{cell.text}{_bracket(row.notes.get(n, ()), notes)}"
                 for n, cell in enumerate(cells)]  # fmt: skip
        entries.append(
            CheckedPart(
                type="row",
                cells=tuple(cell.text for cell in cells) if row.reasons else tuple(shown),
                items=tuple(dict.fromkeys(i for cell in cells for i in cell.items)),
                support=state.support(f"{place}.rows[{at}]", row.reasons, "record"),
            )
        )
    return CheckedPart(type="table", cells=header, entries=tuple(entries))


class _Row(NamedTuple):
    """A row after its check."""

    reasons: list[str]
    notes: dict[int, tuple[str, ...]]
    """What is added, by column."""


def _bracket(notes: tuple[str, ...], above: frozenset[str]) -> str:
    own = [each for each in notes if each not in above]
    return f" ({', '.join(own)})" if own else ""


def _common(header: tuple[str, ...], rows: list[_Row]) -> tuple[tuple[str, ...], frozenset[str]]:
    """What is added to every row is said once, in the head of its column."""
    added_rows = [row.notes for row in rows if not row.reasons]
    columns = {tuple(notes) for notes in added_rows}
    if len(added_rows) < 2 or len(added_rows) < len(rows) or len(columns) != 1:
        return header, frozenset()
    common = [w for w in dict.fromkeys(w for own in added_rows[0].values() for w in own)
              if all(w in own for row in added_rows for own in row.values())]  # fmt: skip
    if not common:
        return header, frozenset()
    last = max(added_rows[0])
    heads = [*header]
    heads[last] = f"{heads[last]} ({', '.join(common)})"
    return tuple(heads), frozenset(common)


def _row(header: tuple[str, ...], cells: list[Filled], context: Context, state: _Check) -> _Row:
    """A row is one clause for each cell with figures: its column, its label and what it shows."""
    reasons = [failure for cell in cells for failure in cell.failures]
    if not any(cell.holes for cell in cells):
        has_figure = any(unchecked.has_figure(cell.text) for cell in cells)
        return _Row([*reasons, *(["its figures are no slots"] if has_figure else [])], {})
    named = [*zip(header, cells, strict=True)]
    figures = [at for at, cell in enumerate(cells) if any(map(_is_figure, cell.holes))]
    labels = [_labelled(*each) for at, each in enumerate(named) if at not in figures]
    notes: dict[int, tuple[str, ...]] = {}
    if not figures:
        # Names and words alone are one clause.
        found = _cell(_joined(labels), header, context, state)
        reasons += found.problems
        notes[len(cells) - 1] = tuple(dict.fromkeys(each.words for each in found.additions))
    for at in figures:
        name, cell = named[at]
        # The name of a column is said of each figure below it, as a label before it would be.
        joined = _joined([*labels, _behind(f"{name.strip()} :", cell)])
        found = _cell(joined, header, context, state)
        reasons += found.problems
        own = (e.words for e in found.additions if e.hole in joined.holes[-len(cell.holes) :])
        notes[at] = tuple(dict.fromkeys(own))
    if len(set(notes.values())) == 1:
        # What is true of the whole row is said once, at its end.
        notes = {max(notes): notes[max(notes)]}
    return _Row(list(dict.fromkeys(reasons)), {at: own for at, own in notes.items() if own})


def _cell(joined: Filled, header: tuple[str, ...], context: Context, state: _Check) -> Findings:
    above = context._replace(
        heading=f"{context.heading} {' '.join(header)}",
        earlier=f"{context.earlier} {', '.join(header)}",
    )
    return wording.findings(joined, state.evidence, context=above, language=state.language)


def _labelled(name: str, cell: Filled) -> Filled:
    """A cell that is no figure, with the name of its column where that may claim something."""
    if not cell.text.strip() or not (cell.holes or introduction.claims(name)):
        return cell
    return _behind(f"{name.strip()} :", cell)


def _behind(lead: str, cell: Filled) -> Filled:
    holes = [h._replace(start=h.start + len(lead), end=h.end + len(lead)) for h in cell.holes]
    return Filled(f"{lead}{cell.text}", tuple(holes), cell.failures)


def _is_figure(hole: Hole) -> bool:
    slots = [slot for slot in hole.slots if not scope.is_label(slot)]
    return any(not is_name(slot) for slot in slots) or not hole.slots


def _joined(cells: list[Filled]) -> Filled:
    joined = Filled("", (), ())
    for cell in cells:
        # A colon without a space behind it joins what belongs together: no clause ends there.
        moved = _behind(f"{joined.text} :" if joined.text else "", cell)
        joined = Filled(moved.text, (*joined.holes, *moved.holes), ())
    return joined
