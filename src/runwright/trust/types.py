"""The frozen values of the kernel's own records: projects, keys, receipts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from runwright.trust.scopes import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """Whose data it is."""

    id: str
    name: str
    time_zone: str
    created_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An API key, without its secret: that is known to its holder alone."""

    id: str
    project_id: str
    name: str
    scopes: frozenset[Scope]
    rate_limit: int | None
    """Requests a minute; None for the server's default."""
    version: str
    previous_version: str | None = None
    """The version it was pinned to before, while going back is possible."""
    version_changed_at: str | None = None
    expires_at: str | None = None
    created_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What was erased: enough to prove it, nothing of the content."""

    id: str
    """Of the erased thing."""
    what: str
    counts: Mapping[str, int]
    runs: tuple[str, ...]
    """Runs that had read it and were kept."""
    audit_seq: int
    at: str
