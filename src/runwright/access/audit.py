"""Reading what the kernel keeps: the audit log, its proofs, receipts of erasures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from runwright.db.paging import Page, Slice
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest, NotFound
from runwright.trust import audit_tree, erasures
from runwright.trust.audit_tree import Signed
from runwright.trust.entries import store as entries_store
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey

_NO_ENTRY = "There is no entry with that number in the tree of this project's audit log."


def list_audit(reader: Reader, grant: Grant, page: Page, filters: Mapping[str, Any]) -> Slice:
    """A page of the audit log, by place in the chain."""
    return entries_store.list_audit(reader, grant, _by_seq(reader, grant, page), filters)


class Proofs:
    """What is shown signed: the tree over the log, and receipts."""

    def __init__(self, signing_key: SigningKey) -> None:
        self._key = signing_key

    def checkpoint(self, reader: Reader, grant: Grant) -> tuple[dict[str, Any], Signed]:
        """The tree as it is now, as JSON and signed; the checkpoint is to be kept."""
        signed = self._sign(reader, grant)
        keys = audit_tree.known_keys(reader, signed.project_id)
        return {**audit_tree.show(signed), "keys": keys}, signed

    def inclusion(self, reader: Reader, grant: Grant, seq: str) -> dict[str, Any]:
        """The proof that one entry is in the tree."""
        is_number = seq.isascii() and seq.isdigit() and len(seq) < 19
        proof = (
            audit_tree.inclusion(reader, grant, self._sign(reader, grant), int(seq))
            if is_number
            else None
        )
        if proof is None:
            raise NotFound(_NO_ENTRY)
        return proof

    def consistency(
        self, reader: Reader, grant: Grant, first: int, to: int | None
    ) -> dict[str, Any]:
        """The proof that an earlier tree is the beginning of a later one."""
        signed = self._sign(reader, grant)
        _check_sizes(first, to, signed.size)
        return audit_tree.consistency(reader, signed, first, to)

    def receipt(
        self, reader: Reader, grant: Grant, erased_id: str
    ) -> tuple[dict[str, Any], Signed | None]:
        """The receipt of something that was erased, and a checkpoint that is to be kept."""
        receipt = erasures.read(reader, grant, erased_id)
        if receipt is None:
            raise NotFound("Nothing with that id was erased in this project.")
        return erasures.show(reader, grant, self._key, receipt)

    def _sign(self, reader: Reader, grant: Grant) -> Signed:
        return audit_tree.checkpoint(reader, grant.project(Scope.AUDIT_READ), self._key)


def _check_sizes(first: int, to: int | None, size: int) -> None:
    errors: dict[str, list[str]] = {}
    if first > size:
        errors["from"] = [f"must be at most {size}, the size of the tree"]
    if to is not None and to > size:
        errors["to"] = [f"must be at most {size}, the size of the tree"]
    if not errors and to is not None and to < first:
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
            seq = entries_store.audit_seq(reader, grant, entry_id)
            if seq is None:
                errors[name] = ["is no audit entry of this project"]
            else:
                places[name] = seq
    if errors:
        raise InvalidRequest(errors)
    return replace(page, **places)
