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
    Reads,
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
        reads: Reads | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[AuditEntry]:
        """Audit entries, newest first."""
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
            reads=reads,
            order=order,
            after=after,
        )

    @call
    def verify(self) -> Steps[AuditVerification]:
        """Have the server check the whole hash chain."""
        return self._get("/v1/audit_log/verify", AuditVerification.read)

    @call
    def checkpoint(self) -> Steps[Checkpoint]:
        """The signed size and root of the tree over the log."""
        return self._get("/v1/audit_log/checkpoint", Checkpoint.read)

    @call
    def proof(self, seq: int) -> Steps[InclusionProof]:
        """The proof that an entry is in the signed tree."""
        return self._get(path("/v1/audit_log/{}/proof", seq), InclusionProof.read)

    @call
    def consistency(self, *, from_size: int, to_size: int | None = None) -> Steps[ConsistencyProof]:
        """The proof that the tree of an earlier size is the beginning of a later one."""
        query = {"from": from_size, "to": to_size}
        return self._get("/v1/audit_log/consistency", ConsistencyProof.read, query=query)


class Erasures(Noun[D]):
    """Receipts of what was erased."""

    @call
    def retrieve(self, id: str) -> Steps[ErasureReceipt]:
        """The receipt of something that was erased, by its id."""
        return self._get(path("/v1/erasures/{}", id), ErasureReceipt.read)
