"""The frozen values of the context graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from runwright.records.facts import Facts

EntityKind = Literal["person", "organisation", "place", "account", "name"]
"""`name` is a proper name whose kind the text does not tell."""


CONTENT = ("event", "transaction", "passage", "table")
"""The kinds of items that say what a file says."""


class Mention(NamedTuple):
    """A name that an item mentions."""

    kind: EntityKind
    name: str
    """As it is written."""
    key: str
    """What makes two mentions the same entity: a folded name, an address, an account number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Somebody or something that items of one source mention."""

    id: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextItem:
    """One thing in the graph: an event, a passage, a transaction."""

    id: str
    source: str
    kind: str
    text: str
    facts: str
    """As the database keeps them: `records.facts.parse_facts` reads them."""
    title: str = ""
    file_id: str
    page: int | None = None
    row: int | None = None
    at: str | None = None
    until: str | None = None
    amount: str | None = None
    currency: str | None = None
    entities: tuple[Entity, ...] = ()
    score: float | None = None
    """How well it fits, when it was searched for."""


class NewItem(NamedTuple):
    """An item on its way into the graph, with all that was worked out about it beforehand."""

    title: str
    text: str
    page: int | None
    row: int | None
    facts: Facts
    mentions: tuple[Mention, ...]
    terms: Mapping[str, int]
    """How often each term is in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What found items must be like; None is no wish."""

    start: str | None = None
    """An instant or a day: what was over before it is left out."""
    end: str | None = None
    """An instant or a day: what begins at it or later is left out."""
    least: str | None = None
    most: str | None = None
    """Bounds of the amount, exact decimals, both included."""
    entity: str | None = None
    """The id of an entity that they mention."""
    file: str | None = None
    kind: str | None = None


class Gathering(NamedTuple):
    """What a run wants of one source."""

    text: str = ""
    """What is searched for; empty to search for nothing."""
    limit: int = 50
    whole: bool = False
    """Whether everything is read that the days below let through."""
    start: str | None = None
    end: str | None = None
    kinds: tuple[str, ...] = CONTENT
    """Which kinds of items; what a document is as a whole, only tools ask for."""
    files: tuple[str, ...] = ()
    """Only items of these files; empty for all."""


class Gathered(NamedTuple):
    """What a run has read of one source."""

    hits: tuple[ContextItem, ...] = ()
    """What searches found, best first."""
    bulk: tuple[bytes, ...] = ()
    """What filters let through, as JSON that the database made: rows of `bulk.store.COLUMNS`."""
    files: frozenset[str] = frozenset()
    """The files that all of it came from."""
    is_cut: bool = False
    """Whether the filters let more through than is read at once."""
