"""The labels of wordings: routes, measures, attributes and spans, and the form in which a wording
is written down. `README.md` explains them.

A line is `LABELS | text with [span|CODE]`; several questions in one message are clauses, divided
by ` // ` in the labels and in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

MEASURES: Mapping[str, tuple[str, ...]] = {
    "finance": (
        *("sum", "count", "avg", "max", "min", "list", "last", "first", "recur", "balance"),
        *("exists", "compare", "trend", "share", "why"),
    ),
    "calendar": (
        *("list", "count", "next", "last", "when", "duration", "who", "where", "free"),
        *("conflicts", "exists", "first", "busiest", "compare", "until", "gap"),
    ),
    "documents": ("answer", "summary", "list", "yesno", "table", "compare"),
}
ROUTES = (*MEASURES, "arithmetic", "compose", "change", "mixed", "general")
DIRECTIONS = ("out", "in", "any")
ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "g": (
        *("month", "week", "day", "weekday", "quarter", "year", "merchant", "category"),
        *("account", "currency", "person", "hour", "place"),
    ),
    "o": ("desc", "asc", "newest", "oldest"),
    "f": ("end", "allday", "recurring"),
    "follow": ("yes",),
    "form": ("number", "table", "csv", "chart", "list", "ics", "short"),
    "ask": ("amount", "day", "payee", "place", "time", "count", "name"),
    "state": (
        *("pending", "returned", "refunded", "duplicate", "cancelled", "tentative", "declined"),
        *("accepted", "unanswered", "moved"),
    ),
    "on": ("total",),
    "of": ("income", "spending"),
    "role": ("organiser", "attendee"),
    "alt": ("yes",),
}
SPANS: Mapping[str, str] = {
    "M": "MERCHANT",
    "MP": "MERCHANT",
    "C": "CATEGORY",
    "P": "PERIOD",
    "P2": "PERIOD2",
    "PE": "PERIOD_EVENT",
    "WD": "WEEKDAYS",
    "A>": "AMOUNT_MIN",
    "A<": "AMOUNT_MAX",
    "A=": "AMOUNT_EQ",
    "ACC": "ACCOUNT",
    "XM": "EXCLUDE",
    "XC": "EXCLUDE",
    "XT": "EXCLUDE",
    "XPS": "EXCLUDE",
    "XP": "EXCLUDE",
    "N": "N",
    "PS": "PERSON",
    "T": "TOPIC",
    "PL": "PLACE",
    "TI": "TIME",
    "D": "DURATION",
    "D>": "DURATION_MIN",
    "D<": "DURATION_MAX",
    "OW": "OWNER",
    "CU": "CURRENCY",
    "UNIT": "UNIT",
    "DOC": "DOCUMENT",
}
"""By the code in a line: the tag of a span."""
UNTOLD = ""
"""The measure of a clause of which only the route is known."""
OF_DOCUMENTS = ("DOC", "P", "PS", "T", "UNIT")
_SPAN = re.compile(r"\[([^\[\]|]+)\|([^\[\]|]+)\]")
_CLAUSE = " // "


class Malformed(ValueError):
    """A line that is not as the schema wants it."""


class Piece(NamedTuple):
    """A stretch of text, tagged if it has a code."""

    text: str
    code: str = ""


class Clause(NamedTuple):
    """One question with its labels."""

    route: str
    measure: str
    direction: str
    attributes: Mapping[str, tuple[str, ...]]
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(piece.text for piece in self.pieces)


class Wording(NamedTuple):
    """What a person might say, as somebody wrote it down."""

    voice: str
    clauses: tuple[Clause, ...]


def read_wordings(folder: Path) -> Iterator[Wording]:
    """Every wording below a folder; each of its folders is a voice."""
    for path in sorted(folder.glob("*/*.txt")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    yield Wording(path.parent.name, parse(line))
                except Malformed as malformed:
                    place = f"{path.parent.name}/{path.name}:{number}"
                    raise Malformed(f"{place}: {malformed}") from None


def read_questions(folder: Path) -> Iterator[Wording]:
    """What the reader learns to answer from documents, of which only the route is told; without
    the plain ones, which bookings and events may answer as well, and without those of collections,
    from which routes were learned no better."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            document = json.loads(line)
            for question in document["questions"]:
                if not (question.get("plain") or document["kind"] == "event"
                        or "collection" in document):  # fmt: skip
                    clause = Clause("documents", UNTOLD, "", {}, (Piece(question["q"]),))
                    yield Wording(path.stem, (clause,))


def parse(line: str) -> tuple[Clause, ...]:
    """The clauses of a line."""
    labels, divider, text = line.partition(" | ")
    heads, texts = labels.split("//"), text.split(_CLAUSE)
    if not divider or len(heads) != len(texts):
        raise Malformed("labels and text have not as many clauses")
    return tuple(
        _clause(head.split(), text.strip()) for head, text in zip(heads, texts, strict=True)
    )


def _clause(labels: list[str], text: str) -> Clause:
    route, *rest = labels
    if route not in ROUTES:
        raise Malformed(f"there is no route {route}")
    measure = direction = ""
    if route in MEASURES:
        measure, *rest = rest or [""]
        _must_be(measure, MEASURES[route])
    if route == "finance":
        direction, *rest = rest or [""]
        _must_be(direction, DIRECTIONS)
    attributes = dict(_attribute(each) for each in rest)
    pieces = tuple(_pieces(text))
    for piece in pieces:
        if piece.code:
            _must_be(piece.code, _codes(route))
    return Clause(route, measure, direction, attributes, pieces)


def _attribute(written: str) -> tuple[str, tuple[str, ...]]:
    name, _, values = written.partition("=")
    _must_be(name, tuple(ATTRIBUTES))
    for value in values.split(","):
        _must_be(value, ATTRIBUTES[name])
    return name, tuple(values.split(","))


def _codes(route: str) -> tuple[str, ...]:
    if route in ("finance", "calendar"):
        return tuple(SPANS)
    return OF_DOCUMENTS if route == "documents" else ()


def _pieces(text: str) -> Iterator[Piece]:
    at = 0
    for found in _SPAN.finditer(text):
        if found.start() > at:
            yield _plain(text[at : found.start()])
        if found[1] != found[1].strip():
            raise Malformed(f"a span begins or ends with a space: {found[1]!r}")
        yield Piece(found[1], found[2])
        at = found.end()
    if at < len(text):
        yield _plain(text[at:])


def _plain(text: str) -> Piece:
    if any(sign in text for sign in "[]|"):
        raise Malformed(f"brackets that are no span: {text!r}")
    return Piece(text)


def _must_be(value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise Malformed(f"{value} is none of {', '.join(allowed) or 'no spans here'}")
