"""Reading what the kernel keeps: the audit log, its proofs, receipts of erasures."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from runwright.access.types import AuditQuery, ConsistencyQuery
from runwright.api import pages
from runwright.api.call import Answer, Call, answer
from runwright.db.paging import Page, Slice
from runwright.db.transaction import Reader, Tx
from runwright.errors import InvalidRequest, NotFound
from runwright.trust import audit, audit_tree, erasures, store
from runwright.trust.audit_tree import Signed
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey

_FILTERS = ("action", "key", "resource", "decision", "since", "until")
_NO_ENTRY = "There is no entry with that number in the tree of this project's audit log."


async def list_audit(call: Call) -> Answer:
    """A page of the audit log, by place in the chain."""
    query: AuditQuery = call.query
    filters = {name: value for name in _FILTERS if (value := getattr(query, name)) is not None}

    def fetch(reader: Reader) -> Slice:
        page = _by_seq(reader, call.grant, query.page())
        return store.list_audit(reader, call.grant, page, filters)

    return answer(pages.render(await call.read(fetch), audit.public))


async def verify_audit(call: Call) -> Answer:
    """Walk the whole chain; that it is broken is remembered, and recorded."""
    project_id = call.grant.project(Scope.AUDIT_READ)
    found = await call.read(lambda reader: audit.verify(reader, project_id))
    shown: dict[str, Any] = asdict(found)
    told = answer({"object": "audit_verification", "valid": found.reason is None, **shown})
    if found.reason is None:
        return told

    def remember(tx: Tx) -> Answer:
        audit_tree.refuse(tx, project_id, found)
        return told

    return await call.commit(remember)


class Proofs:
    """What is shown signed: the tree over the log, and receipts."""

    def __init__(self, signing_key: SigningKey) -> None:
        self._key = signing_key

    async def checkpoint(self, call: Call) -> Answer:
        """The tree as it is now, signed; it is kept here, too."""

        def sign(reader: Reader) -> tuple[Signed, list[dict[str, str]]]:
            signed = self._sign(reader, call.grant)
            return signed, audit_tree.known_keys(reader, signed.project_id)

        signed, keys = await call.read(sign)
        return await _keeping(call, signed, {**audit_tree.show(signed), "keys": keys})

    async def inclusion(self, call: Call) -> Answer:
        """The proof that one entry is in the tree."""
        seq = call.path["seq"]
        if not (seq.isascii() and seq.isdigit() and len(seq) < 19):
            raise NotFound(_NO_ENTRY)
        proof = await call.read(
            lambda reader: audit_tree.inclusion(
                reader, call.grant, self._sign(reader, call.grant), int(seq)
            )
        )
        if proof is None:
            raise NotFound(_NO_ENTRY)
        return answer(proof)

    async def consistency(self, call: Call) -> Answer:
        """The proof that an earlier tree is the beginning of a later one."""
        query: ConsistencyQuery = call.query

        def prove(reader: Reader) -> dict[str, Any]:
            signed = self._sign(reader, call.grant)
            _check_sizes(query, signed.size)
            return audit_tree.consistency(reader, signed, query.first, query.to)

        return answer(await call.read(prove))

    async def read_erasure(self, call: Call) -> Answer:
        """The receipt of something that was erased."""
        erased_id = call.path["id"]

        def find(reader: Reader) -> tuple[dict[str, Any], Signed | None] | None:
            receipt = erasures.read(reader, call.grant, erased_id)
            if receipt is None:
                return None
            return erasures.show(reader, call.grant, self._key, receipt)

        found = await call.read(find)
        if found is None:
            raise NotFound("Nothing with that id was erased in this project.")
        shown, signed = found
        return answer(shown) if signed is None else await _keeping(call, signed, shown)

    def _sign(self, reader: Reader, grant: Grant) -> Signed:
        return audit_tree.checkpoint(reader, grant.project(Scope.AUDIT_READ), self._key)


async def _keeping(call: Call, signed: Signed, shown: dict[str, Any]) -> Answer:
    """The answer, once the checkpoint in it is kept."""

    def keep(tx: Tx) -> Answer:
        audit_tree.keep(tx, signed)
        return answer(shown)

    return await call.commit(keep)


def _check_sizes(query: ConsistencyQuery, size: int) -> None:
    errors: dict[str, list[str]] = {}
    if query.first > size:
        errors["from"] = [f"must be at most {size}, the size of the tree"]
    if query.to is not None and query.to > size:
        errors["to"] = [f"must be at most {size}, the size of the tree"]
    if not errors and query.to is not None and query.to < query.first:
        errors["to"] = ["must not be less than from"]
    if errors:
        raise InvalidRequest(errors)


def _by_seq(reader: Reader, grant: Grant, page: Page) -> Page:
    """The page with its cursors turned from ids into places in the chain."""
    errors: dict[str, list[str]] = {}
    places: dict[str, Any] = {}
    for name in ("after", "before"):
        entry_id = getattr(page, name)
        if entry_id is not None:
            seq = store.audit_seq(reader, grant, entry_id)
            if seq is None:
                errors[name] = ["is no audit entry of this project"]
            else:
                places[name] = seq
    if errors:
        raise InvalidRequest(errors)
    return replace(page, **places)
