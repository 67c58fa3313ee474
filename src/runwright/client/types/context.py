"""What is in the context graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from runwright.client.values import Value

ItemKind = Literal["event", "passage", "transaction"]
EntityKind = Literal["person", "organisation", "place", "account", "name"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention(Value):
    """Somebody or something that an item mentions."""

    id: str
    kind: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextItem(Value):
    """An event, a passage or a transaction."""

    id: str
    source: str
    kind: str
    text: str
    file: str
    page: int | None
    at: datetime | None
    amount: Decimal | None
    currency: str | None
    facts: Mapping[str, Any]
    """The typed record: which fields it has depends on its `kind`."""
    entities: tuple[Mention, ...]
    score: float | None = None
    """How well it fits, of items that were searched for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity(Value):
    """Somebody or something that items mention."""

    id: str
    source: str
    kind: str
    name: str
    items: int
    same_as: tuple[str, ...]
