"""`client.audit` and `client.erasures`."""

from __future__ import annotations

from runwright.client.calls import D, Noun, call, flow, path
from runwright.client.requests import Flow, Steps
from runwright.client.types.access import (
    AuditEntry,
    AuditVerification,
    Checkpoint,
    ConsistencyProof,
    Decision,
    ErasureReceipt,
    InclusionProof,
)
from runwright.client.types.common import Order, When


class Audit(Noun[D]):
    """The audit log, and the proofs that it was not changed."""

    @flow
    def list(
        self,
        *,
        action: str | None = None,
        key: str | None = None,
        resource: str | None = None,
        decision: Decision | None = None,
        since: When | None = None,
        until: When | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[AuditEntry]:
        """Iterate over audit entries, newest first.

        Args:
            action: Only this action, such as `runs.create`.
            key: Only what this key did, by its id.
            resource: Only what was done to this object, by its id.
            decision: Only `allowed` or only `denied` entries.
            since: Only entries at or after this moment.
            until: Only entries before this moment.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
        return self._pages(
            "/v1/audit_log",
            AuditEntry.read,
            page_size,
            action=action,
            key=key,
            resource=resource,
            decision=decision,
            since=since,
            until=until,
            order=order,
            after=after,
        )

    @call
    def verify(self) -> Steps[AuditVerification]:
        """Have the server check the whole hash chain."""
        return self._get("/v1/audit_log/verify", AuditVerification.read)

    @call
    def checkpoint(self) -> Steps[Checkpoint]:
        """Return the signed size and root of the tree over the log."""
        return self._get("/v1/audit_log/checkpoint", Checkpoint.read)

    @call
    def proof(self, seq: int) -> Steps[InclusionProof]:
        """Return the proof that an entry is in the signed tree.

        Args:
            seq: The number of the entry.
        """
        return self._get(path("/v1/audit_log/{}/proof", seq), InclusionProof.read)

    @call
    def consistency(self, *, from_size: int, to_size: int | None = None) -> Steps[ConsistencyProof]:
        """Return the proof that the log at one size is the beginning of the log at a later one.

        Args:
            from_size: The earlier size.
            to_size: The later size; the current one by default.
        """
        query = {"from": from_size, "to": to_size}
        return self._get("/v1/audit_log/consistency", ConsistencyProof.read, query=query)


class Erasures(Noun[D]):
    """Receipts of what was erased."""

    @call
    def retrieve(self, id: str) -> Steps[ErasureReceipt]:
        """Return the receipt for something that was deleted.

        Args:
            id: The id of what was deleted.
        """
        return self._get(path("/v1/erasures/{}", id), ErasureReceipt.read)
