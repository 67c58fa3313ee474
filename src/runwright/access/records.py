"""Reading what the kernel keeps: the audit log, its verification, receipts of erasures."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from runwright.access.types import AuditQuery
from runwright.api import pages
from runwright.api.call import Answer, Call, answer
from runwright.db.paging import Page, Slice
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest, NotFound
from runwright.trust import audit, erasures, store
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_FILTERS = ("action", "key", "resource", "decision", "since", "until")


async def list_audit(call: Call) -> Answer:
    """A page of the audit log, by place in the chain."""
    query: AuditQuery = call.query
    filters = {name: value for name in _FILTERS if (value := getattr(query, name)) is not None}

    def fetch(reader: Reader) -> Slice:
        page = _by_seq(reader, call.grant, query.page())
        return store.list_audit(reader, call.grant, page, filters)

    return answer(pages.render(await call.read(fetch), audit.public))


async def verify_audit(call: Call) -> Answer:
    """Walk the whole chain."""
    project_id = call.grant.project(Scope.AUDIT_READ)
    found = await call.read(lambda reader: audit.verify(reader, project_id))
    shown: dict[str, Any] = asdict(found)
    return answer({"object": "audit_verification", "valid": found.reason is None, **shown})


async def read_erasure(call: Call) -> Answer:
    """The receipt of something that was erased."""
    erased_id = call.path["id"]
    receipt = await call.read(lambda reader: erasures.read(reader, call.grant, erased_id))
    if receipt is None:
        raise NotFound("Nothing with that id was erased in this project.")
    return answer({"object": "erasure", **asdict(receipt)})


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
