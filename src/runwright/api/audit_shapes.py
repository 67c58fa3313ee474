"""How answers show an entry of the audit log, and hashes of the tree over it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from runwright.api.fields import AuditId, KeyId, RequestId, ScopeName, Sha256, Timestamp
from runwright.api.parsing import Shape

Hash = Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]{43}=$")]
"""32 bytes, as standard base64."""


class AuditEntry(Shape):
    """One decision, in its place in the chain."""

    id: AuditId
    object: Literal["audit_entry"]
    seq: Annotated[int, Field(ge=1)]
    at: Timestamp
    request_id: RequestId | None
    key: KeyId | None
    action: str
    resource: str | None
    scope: ScopeName | None
    decision: Literal["allowed", "denied"]
    detail: dict[str, Any]
    prev_hash: Sha256
    hash: Sha256
