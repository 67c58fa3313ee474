"""What proves a run, and what came of doing it again."""

from __future__ import annotations

from dataclasses import dataclass

from runwright.client.types.access import AuditEntry
from runwright.client.values import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal(Value):
    """The hash over a run, and how to make it from the frozen texts."""

    sha256: str
    over: tuple[str, ...]
    joined_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenRun(Value):
    """The texts that were frozen when a run ended, to the byte."""

    body: str
    trace: str
    timeline: str
    details: str | None
    """None for a key that lacks the scopes in `withheld`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedEntry(Value):
    """An audit entry about a run, and its path to the root of the signed tree."""

    entry: AuditEntry
    hashes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProof(Value):
    """What proves a run offline. Save `raw` as JSON for `runwright audit verify`."""

    run: str
    seal: Seal
    frozen: FrozenRun
    withheld: tuple[str, ...]
    entries: tuple[ProvedEntry, ...]
    note: str
    verifier_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayFact(Value):
    """One thing that was compared, or that is not the same."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay(Value):
    """What came of doing a run again."""

    run: str
    identical: bool | None
    """None when nothing can be proved."""
    reason: str | None
    """Why nothing can be proved."""
    differences: tuple[ReplayFact, ...]
    compared: tuple[ReplayFact, ...]
