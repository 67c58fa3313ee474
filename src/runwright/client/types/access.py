"""Keys, logins, projects, audit entries, proofs and receipts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from runwright.client.types.common import Budget
from runwright.client.values import Value

Reads = Literal["all", "others", "none"]
"""Whether allowed reads are listed: all, those of other keys, or none."""
Decision = Literal["allowed", "denied"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Key(Value):
    """A key."""

    id: str
    name: str
    scopes: tuple[str, ...]
    rate_limit: str | None
    """Such as `600/min`; None where the server's own holds."""
    budget: Budget | None
    expires_at: datetime | None
    version: str
    created_at: datetime
    last_used_at: datetime | None
    """The hour of its last request; None until its first."""
    is_current: bool
    """Whether it is the key that this client uses."""
    created_by: str | None
    """The key that created it; None for keys from the server's command line or another project."""
    secret: str | None = field(default=None, repr=False)
    """Shown once, when it was made; None ever after, also in the repeat of a lost answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLogin(Value):
    """A login that was begun: what to show to a person, and what to ask with."""

    device_code: str = field(repr=False)
    user_code: str
    verification_uri: str
    """Where a person with a key approves it, by the code."""
    expires_in: int
    interval: int
    """Seconds between two questions whether somebody has approved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginToken(Value):
    """Whether somebody has approved."""

    status: str
    """`pending` or `approved`."""
    secret: str | None = field(default=None, repr=False)
    """Of the new key, this once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingLogin(Value):
    """Who waits under a code, as whoever may approve it sees it."""

    user_code: str
    name: str
    address: str
    status: str
    created_at: datetime
    expires_at: datetime
    scopes: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Project(Value):
    """A project."""

    id: str
    name: str
    time_zone: str
    created_at: datetime
    currency: str | None = None
    """Of bookings whose file, account and bank do not tell theirs."""
    key: Key | None = None
    """Its first key, shown once, when it was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry(Value):
    """One decision of the trust kernel. `raw` is what was hashed."""

    id: str
    seq: int
    at: datetime
    request_id: str | None
    key: str | None
    action: str
    resource: str | None
    scope: str | None
    decision: str
    detail: Mapping[str, Any]
    prev_hash: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditVerification(Value):
    """What checking the whole hash chain found."""

    valid: bool
    entries: int
    head_hash: str
    broken_seq: int | None
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownKey(Value):
    """A key that checkpoints are or were signed with."""

    verifier_key: str
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint(Value):
    """The signed size and root of the tree over the audit log."""

    size: int
    root: str
    note: str
    verifier_key: str
    keys: tuple[KnownKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InclusionProof(Value):
    """The proof that an entry is in the signed tree."""

    seq: int
    index: int
    size: int
    root: str
    hashes: tuple[str, ...]
    entry: AuditEntry
    note: str
    verifier_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsistencyProof(Value):
    """The proof that the tree of an earlier size is the beginning of a later one."""

    from_size: int = field(metadata={"wire": "from"})
    to_size: int = field(metadata={"wire": "to"})
    from_root: str
    to_root: str
    hashes: tuple[str, ...]
    note: str | None
    verifier_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReceipt(Value):
    """What was erased, signed."""

    id: str
    what: str
    counts: Mapping[str, int]
    runs: tuple[str, ...]
    audit_seq: int
    at: datetime
    verifier_key: str
    signature: str
    proof: InclusionProof | None
