"""The wire shapes of the audit log, of proofs over it, and of erasure receipts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from runwright.api.audit_shapes import AuditEntry, Hash
from runwright.api.fields import AnyId, RunId, Sha256, Timestamp
from runwright.api.pages import Instant, ListShape, PageQuery
from runwright.api.parsing import Query, QueryInt, Shape


class AuditQuery(PageQuery):
    """Which audit entries are listed."""

    lists = "aud"

    # The log is about the past: what is deleted, or was never there, can be asked for as well.
    action: Annotated[str, Field(max_length=64)] | None = None
    """Only entries with this action, such as `runs.create`."""
    key: Annotated[str, Field(max_length=64)] | None = None
    """Only entries of the key with this id."""
    resource: Annotated[str, Field(max_length=64)] | None = None
    """Only entries about the resource with this id, including deleted ones."""
    decision: Literal["allowed", "denied"] | None = None
    """Only allowed or only denied requests."""
    since: Instant | None = None
    """Only entries at or after this time."""
    until: Instant | None = None
    """Only entries before this time."""
    reads: Literal["all", "others", "none"] = "all"
    """Which allowed reads to list: all, those of other keys, or none. What runs read is always
    listed."""


class AuditList(ListShape):
    """One page of the audit log."""

    data: list[AuditEntry]


class AuditVerification(Shape):
    """The result of checking the whole hash chain."""

    object: Literal["audit_verification"]
    valid: bool
    """Whether every hash in the chain is correct."""
    entries: int
    """How many entries were checked."""
    head_hash: Sha256
    """The hash of the newest entry."""
    broken_seq: int | None
    """The first entry that does not match; `null` if all match."""
    reason: str | None
    """What is wrong with that entry; `null` if all match."""


class ConsistencyQuery(Query):
    """Between which sizes of the tree consistency is to be proved."""

    first: QueryInt = Field(alias="from", ge=1)
    """The size of the earlier tree."""
    to: QueryInt | None = Field(default=None, ge=1)
    """The size of the later tree. The current size if absent."""


class KnownKeyShape(Shape):
    """A key that has signed this log."""

    verifier_key: str
    """The public key, in the format of signed notes."""
    since: Timestamp
    """When the server began to sign with it."""


class CheckpointShape(Shape):
    """The signed size and root of the tree over the audit log."""

    object: Literal["audit_checkpoint"]
    size: int
    """How many entries the tree has."""
    root: Hash
    """The root hash of the tree."""
    note: str
    """The checkpoint as a signed note (C2SP). Keep this outside the server."""
    verifier_key: str
    """The public key that verifies the note."""
    keys: list[KnownKeyShape]
    """Every key that has signed this log."""


class ProofShape(Shape):
    """Proof that an entry is in the audit log."""

    object: Literal["audit_proof"]
    seq: int
    """The number of the entry."""
    index: int
    """Its index in the tree: `seq` minus one."""
    size: int
    """The size of the tree that the proof refers to."""
    root: Hash
    """The root hash of that tree."""
    hashes: list[Hash]
    """The audit path (RFC 6962), from the leaf to the root."""
    entry: AuditEntry
    """The entry itself."""
    note: str
    """The signed checkpoint of that tree."""
    verifier_key: str
    """The public key that verifies the note."""


class ConsistencyShape(Shape):
    """Proof that an earlier audit log is the beginning of a later one."""

    object: Literal["audit_consistency"]
    first: int = Field(alias="from")
    """The size of the earlier tree."""
    to: int
    """The size of the later tree."""
    from_root: Hash
    """The root hash of the earlier tree."""
    to_root: Hash
    """The root hash of the later tree."""
    hashes: list[Hash]
    """The consistency proof (RFC 6962)."""
    note: str | None
    """The signed checkpoint of the later tree; `null` if it was never signed."""
    verifier_key: str
    """The public key that verifies the note."""


class ReceiptShape(Shape):
    """What was erased and when: signed, with proof of the audit entry."""

    id: AnyId
    """The id of what was erased."""
    object: Literal["erasure"]
    what: str
    """What kind of thing it was: `run`, `file`, `agent` and so on."""
    counts: dict[str, int]
    """How many records of each kind were erased with it."""
    runs: list[RunId]
    """Runs that were erased with it (`counts.runs`), or that had read it and remain
    (`counts.kept_runs`)."""
    audit_seq: int
    """The number of the audit entry of the deletion."""
    at: Timestamp
    """When it was erased."""
    verifier_key: str
    """The public key that verifies the signature."""
    signature: str
    """Ed25519 over the canonical JSON of the other fields except `proof`, as base64."""
    proof: ProofShape | None
    """Proof that the audit entry is in the log; `null` only if the log was tampered with."""
