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
    """The hash over a run, and how to make it from the frozen texts."""

    sha256: Sha256
    over: list[Literal["body", "trace", "timeline"]]
    """These texts, in this order, as UTF-8."""
    joined_by: str


class FrozenShape(Shape):
    """The texts that were frozen when the run ended, to the byte."""

    body: str
    trace: str
    timeline: str
    """Names the SHA-256 of `details`, so that the seal covers them."""
    details: str | None
    """What each step did, and the typed answer; null for a key that lacks the scopes in
    `withheld`. The rest can be verified without it."""


class ProvedEntryShape(Shape):
    """An audit entry about the run, and its path to the root of the signed tree."""

    entry: AuditEntry
    hashes: list[Hash]
    """RFC 6962's audit path, from the leaf up."""


class RunProofShape(Shape):
    """What proves a run offline: `runwright audit verify FILE` checks it."""

    object: Literal["run_proof"]
    run: RunId
    seal: SealShape
    frozen: FrozenShape
    withheld: list[ScopeName]
    """Scopes that the key lacks to see `details`."""
    entries: list[ProvedEntryShape]
    """From the run's creation to its end; one of them holds the seal. Requests that only looked at
    the run are left out."""
    note: str
    """The signed checkpoint that all entries lead to."""
    verifier_key: str


class ReplayFactShape(Shape):
    """One thing that was compared, or that is not the same."""

    name: str
    value: str


class ReplayShape(Shape):
    """What came of doing a run again."""

    object: Literal["replay"]
    run: RunId
    identical: bool | None
    """Whether the same bytes came out; null when nothing can be proved."""
    reason: str | None
    """Why nothing can be proved."""
    differences: list[ReplayFactShape]
    compared: list[ReplayFactShape]
    """What is the same, when all is."""
