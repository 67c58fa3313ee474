"""A query: what was understood of one clause of a prompt, before anything is looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


class Span(NamedTuple):
    """Words of the clause that say something for themselves, in the person's own spelling."""

    code: str
    """Which kind: the codes of `training/README.md`, such as `M` for a firm that was paid."""
    text: str
    start: int = 0
    """Where it begins in the clause."""


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
    is_on_total: bool = False
    """Whether an amount bounds the total and not each booking."""
    has_alternatives: bool = False
    spans: tuple[Span, ...] = ()
    confidence: float = 1.0
    """How likely it is that all of this is right."""
    other: str = ""
    """What it might mean instead, in words, where that is not unlikely."""
    written: float = 0.0
    """How likely it is that not these records are meant, but what a document says."""

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
    return told | {"spans": [list(span) for span in query.spans]}


def from_json(values: Mapping[str, Any]) -> Query:
    """A query, read back from JSON."""
    spans: Sequence[Sequence[Any]] = values.get("spans", ())
    flags: Sequence[str] = values.get("flags", ())
    return Query(**{**values, "spans": tuple(Span(*span) for span in spans), "flags": tuple(flags)})
