"""The wire shapes of proofs and replays of runs."""

from __future__ import annotations

from typing import Literal

from runwright.api.audit_shapes import AuditEntry, Hash
from runwright.api.fields import RunId, ScopeName, Sha256
from runwright.api.parsing import Shape

PROOF = "run_proof"
PARTS = ("body", "trace", "timeline")
"""What the hash over a run is made of, in this order."""
JOINED_BY = "\n"


class SealShape(Shape):
    """The hash over a run, and how to compute it."""

    sha256: Sha256
    """The SHA-256 over the texts."""
    over: list[Literal["body", "trace", "timeline"]]
    """The texts it covers, in this order, as UTF-8."""
    joined_by: str
    """What stands between the texts."""


class FrozenShape(Shape):
    """The texts that were frozen when the run ended, byte for byte."""

    body: str
    """The run, as canonical JSON."""
    trace: str
    """The trace, as canonical JSON."""
    timeline: str
    """The timeline. It names the SHA-256 of `details`, so the seal covers them too."""
    details: str | None
    """The steps and the typed answer; `null` if the key lacks the scopes in `withheld`."""


class ProvedEntryShape(Shape):
    """An audit entry about the run, with its path to the signed root."""

    entry: AuditEntry
    """The audit entry."""
    hashes: list[Hash]
    """The audit path (RFC 6962), from the leaf to the root."""


class RunProofShape(Shape):
    """The proof of a run. `runwright audit verify FILE` checks it offline."""

    object: Literal["run_proof"]
    run: RunId
    seal: SealShape
    """The hash over the run, and how it is made."""
    frozen: FrozenShape
    """The texts that were frozen when the run ended."""
    withheld: list[ScopeName]
    """The scopes that the key lacks to see `details`."""
    entries: list[ProvedEntryShape]
    """The audit entries from the run's creation to its end. One of them holds the seal."""
    note: str
    """The signed checkpoint that all entries lead to."""
    verifier_key: str
    """The public key that verifies the note."""


class ReplayFactShape(Shape):
    """Something that was compared."""

    name: str
    """What was compared."""
    value: str
    """Its value, or how it differs."""


class ReplayShape(Shape):
    """The result of a replay."""

    object: Literal["replay"]
    run: RunId
    identical: bool | None
    """Whether the same bytes came out; `null` if that cannot be decided."""
    reason: str | None
    """Why it cannot be decided."""
    differences: list[ReplayFactShape]
    """What differs."""
    compared: list[ReplayFactShape]
    """What is identical."""
