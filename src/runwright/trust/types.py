"""The frozen values of the kernel's own records: projects, keys, budgets, receipts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from runwright.trust.scopes import Scope

Period = Literal["day", "month"]
LONGEST_MONTH = 31


class Budget(NamedTuple):
    """How much may be spent in one period."""

    amount: int
    """See `money`."""
    period: Period

    def lies_within(self, other: Budget) -> bool:
        """Whether nobody could spend more under this one than under the other."""
        if self.period == other.period or self.period == "month":
            return self.amount <= other.amount
        return self.amount * LONGEST_MONTH <= other.amount


class Maker(NamedTuple):
    """A key that others descend from, alive or revoked: its own limits bound them all."""

    key_id: str
    project_id: str
    time_zone: str
    """Of its project: its budget's days and months are counted there."""
    rate_limit: int | None
    budget: Budget | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """Whose data it is."""

    id: str
    name: str
    time_zone: str
    created_at: str
    currency: str | None = None
    """Of bookings whose file, account and bank do not tell theirs."""


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
    budget: Budget | None = None
    maker: str | None = None
    """The key that made it; None for those that are made on the server's own machine."""
    last_used_at: str | None = None
    """The hour of its last request; None until its first."""
    created_by: str | None = None
    """The key that made it, if that is one of the same project."""


class KeyUse(NamedTuple):
    """That a key was used in an hour."""

    project: str
    key: str
    hour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What was erased: enough to prove it, nothing of the content."""

    id: str
    """Of the erased thing."""
    what: str
    counts: Mapping[str, int]
    runs: tuple[str, ...]
    """Runs that were erased with it, counted as `runs`, and runs that had read it and stay,
    counted as `kept_runs`."""
    audit_seq: int
    at: str
