"""A query: what was understood of one clause of a prompt, before anything is looked up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

Route = Literal[
    "finance", "calendar", "documents", "arithmetic", "compose", "change", "mixed", "general"
]

MEASURES: Mapping[str, tuple[str, ...]] = {
    "finance": (
        *("sum", "count", "avg", "max", "min", "list", "last", "first", "recur", "balance"),
        *("exists", "compare", "trend", "share", "why"),
    ),
    "calendar": (
        *("list", "count", "next", "last", "when", "duration", "who", "where", "free"),
        *("conflicts", "exists", "first", "busiest", "compare", "until", "gap"),
    ),
}
"""What can be asked of bookings and of events."""
STATES: Mapping[str, tuple[str, ...]] = {
    "finance": ("pending", "returned", "refunded", "duplicate", "cancelled"),
    "calendar": ("cancelled", "moved", "tentative", "declined", "accepted", "unanswered"),
}
"""What can have become of them."""


DESCRIBED = "described"
"""The flag of a question that goes on about an event, and names nothing else: its description may
tell."""


class Span(NamedTuple):
    """Words of the clause that say something for themselves, in the person's own spelling."""

    code: str
    """Which kind: the codes of `training/README.md`, such as `M` for a firm that was paid."""
    text: str
    start: int = 0
    """Where it begins in the clause; -1 if it is taken over from a question before, or implied."""


NAMES = ("M", "MP", "C", "PS", "T", "DOC")
"""The codes of spans that name what is asked about."""
EXCLUDING = ("XM", "XC", "XT", "XPS", "XP")
"""Those of spans that name what is left out."""
_CODES: Mapping[str, Mapping[str, str]] = {
    "calendar": {"M": "PS", "MP": "PS", "C": "T", "XM": "XPS", "XC": "XT"},
    "finance": {"PS": "MP", "T": "C", "XPS": "XM", "XT": "XC"},
}


def of_route(spans: Iterable[Span], route: str) -> list[Span]:
    """Spans as they are asked of another kind of record: a firm in one is a participant in the
    other."""
    codes = _CODES.get(route, {})
    return [each._replace(code=codes.get(each.code, each.code)) for each in spans]


class Query(NamedTuple):
    """One question, typed as far as its words alone tell. `training/README.md` explains the
    values of each field."""

    text: str
    """The clause itself."""
    route: str
    measure: str = ""
    direction: str = ""
    group: str = ""
    order: str = ""
    flags: tuple[str, ...] = ()
    form: str = ""
    ask: str = ""
    state: str = ""
    share_of: str = ""
    role: str = ""
    is_follow_up: bool = False
    """Whether it leans on the question before."""
    is_on_total: bool = False
    """Whether an amount bounds the total and not each booking."""
    has_alternatives: bool = False
    spans: tuple[Span, ...] = ()
    confidence: float = 1.0
    """How likely it is that all of this is right."""
    others: tuple[Query, ...] = ()
    """What it might mean instead, the likeliest first."""
    before: str = ""
    """The question before, where it may lean on that."""
    written: float = 0.0
    """How likely it is that not these records are meant, but what a document says."""

    @property
    def own(self) -> tuple[Span, ...]:
        """The spans that stand in the clause itself."""
        return tuple(span for span in self.spans if span.start >= 0)

    @property
    def is_leaning(self) -> bool:
        """Whether it is hardly understood without the question before."""
        return self.is_follow_up and bool(self.before)

    @property
    def whole(self) -> str:
        """The clause, and behind it the question that it leans on."""
        if not self.is_leaning:
            return self.text
        return f"{self.text.rstrip('?. ')} ({self.before.rstrip('?. ')})"

    def words(self, *codes: str) -> tuple[str, ...]:
        """What the spans of some kinds say, in the order of the clause."""
        return tuple(span.text for span in self.spans if span.code in codes)

    def word(self, *codes: str) -> str:
        """What the first of them says; nothing if there is none."""
        return next(iter(self.words(*codes)), "")


def to_json(query: Query) -> dict[str, Any]:
    """A query as JSON, without what is as usual."""
    usual = Query("", "")
    told = {
        name: value
        for name, value in query._asdict().items()
        if name in ("text", "route") or value != getattr(usual, name)
    }
    if query.others:
        told["others"] = [to_json(other) for other in query.others]
    return told | {"spans": [list(span) for span in query.spans]}


def from_json(values: Mapping[str, Any]) -> Query:
    """A query, read back from JSON."""
    spans: Sequence[Sequence[Any]] = values.get("spans", ())
    flags: Sequence[str] = values.get("flags", ())
    others: Sequence[Mapping[str, Any]] = values.get("others", ())
    return Query(
        **{
            **values,
            "spans": tuple(Span(*span) for span in spans),
            "flags": tuple(flags),
            "others": tuple(map(from_json, others)),
        }
    )
