"""How answers show an entry of the audit log, and hashes of the tree over it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from runwright.api.fields import AuditId, KeyId, RequestId, ScopeName, Sha256, Timestamp
from runwright.api.parsing import Shape

Hash = Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]{43}=$")]
"""32 bytes, as standard base64."""


class AuditEntry(Shape):
    """One decision of the server, allowed or denied."""

    id: AuditId
    object: Literal["audit_entry"]
    seq: Annotated[int, Field(ge=1)]
    """Its number in the project's log, counted from 1 without gaps."""
    at: Timestamp
    """When it was decided."""
    request_id: RequestId | None
    """The request, as in its `Request-Id` header; `null` for background work."""
    key: KeyId | None
    """The key that was used."""
    action: str
    """What was requested, such as `runs.create`."""
    resource: str | None
    """The id of what it was about."""
    scope: ScopeName | None
    """The scope that was checked."""
    decision: Literal["allowed", "denied"]
    """Whether it was allowed."""
    detail: dict[str, Any]
    """Further facts, such as counts and hashes. Never content."""
    prev_hash: Sha256
    """The hash of the entry before; 64 zeros for the first."""
    hash: Sha256
    """The SHA-256 over this entry and `prev_hash`."""
