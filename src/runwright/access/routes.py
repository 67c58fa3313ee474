"""`/v1/keys`, `/v1/projects`, `/v1/audit_log` and `/v1/erasures` over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

from runwright.access.audit import Proofs, list_audit
from runwright.access.keys import WHAT as KEY
from runwright.access.keys import Keys, existing
from runwright.access.projects import Projects, check_own
from runwright.access.proof_types import (
    AuditList,
    AuditQuery,
    AuditVerification,
    CheckpointShape,
    ConsistencyQuery,
    ConsistencyShape,
    ProofShape,
    ReceiptShape,
)
from runwright.access.types import (
    ChangeKey,
    ChangeProject,
    CreateKey,
    CreateProject,
    Deleted,
    KeyList,
    KeyShape,
    KeysQuery,
    KeyWithSecret,
    NewProject,
    ProjectList,
    ProjectShape,
    ProjectsQuery,
    RotateKey,
    show_key,
    show_project,
)
from runwright.api import pages
from runwright.api.call import Answer, Call, answer, secret_answer, signed_answer
from runwright.api.router import Route, deleting
from runwright.db.transaction import Tx
from runwright.trust import audit, audit_tree, store
from runwright.trust.audit import Checked, Verification
from runwright.trust.scopes import Scope
from runwright.trust.types import Key

_FILTERS = ("action", "key", "resource", "decision", "since", "until")
_ABSENT = ("not_found", "already_deleted")


def routes(keys: Keys, projects: Projects, proofs: Proofs) -> list[Route]:
    """The routes of these nouns."""
    return [*_keys(keys), *_projects(projects), *_audit(proofs)]


def _keys(keys: Keys) -> list[Route]:
    async def create(call: Call) -> Answer:
        def act(tx: Tx) -> Answer:
            key, secret = keys.create(tx, call.grant, call.new_id, call.body)
            return secret_answer(_own(call, key), secret, 201)

        return await call.commit(act)

    async def read(call: Call) -> Answer:
        key_id = call.path["id"]
        return await call.commit(lambda tx: answer(_own(call, existing(tx, call.grant, key_id))))

    async def list_keys(call: Call) -> Answer:
        page = call.query.page()
        found = await call.read(lambda reader: store.list_keys(reader, call.grant, page))
        return answer(pages.render(found, lambda key: _own(call, key)))

    async def change(call: Call) -> Answer:
        key_id = call.path["id"]
        return await call.commit(
            lambda tx: answer(_own(call, keys.change(tx, call.grant, key_id, call.body)))
        )

    async def rotate(call: Call) -> Answer:
        key_id, grace = call.path["id"], call.body.grace_seconds

        def act(tx: Tx) -> Answer:
            key, secret = keys.rotate(tx, call.grant, key_id, grace)
            return secret_answer(_own(call, key), secret)

        return await call.commit(act)

    return [
        Route(
            method="POST",
            path="/v1/keys",
            action="keys.create",
            scope=Scope.KEYS_WRITE,
            handler=create,
            summary="Create a key; its secret is shown only once",
            body=CreateKey,
            answer=KeyWithSecret,
            status=201,
            makes="key",
        ),
        Route(
            method="GET",
            path="/v1/keys",
            action="keys.list",
            scope=Scope.KEYS_READ,
            handler=list_keys,
            summary="List the project's keys",
            query=KeysQuery,
            answer=KeyList,
        ),
        Route(
            method="GET",
            path="/v1/keys/{id}",
            action="keys.read",
            scope=Scope.KEYS_READ,
            handler=read,
            summary="Retrieve a key",
            answer=KeyShape,
            problems=_ABSENT,
        ),
        Route(
            method="PATCH",
            path="/v1/keys/{id}",
            action="keys.change",
            scope=Scope.KEYS_WRITE,
            handler=change,
            summary="Change a key or its pinned API version",
            body=ChangeKey,
            answer=KeyShape,
            problems=_ABSENT,
        ),
        Route(
            method="DELETE",
            path="/v1/keys/{id}",
            action="keys.delete",
            scope=Scope.KEYS_WRITE,
            handler=deleting(keys.delete, KEY),
            summary="Revoke a key",
            answer=Deleted,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/keys/{id}/rotate",
            action="keys.rotate",
            scope=Scope.KEYS_WRITE,
            handler=rotate,
            summary="Rotate a key's secret; the old one works for a grace period",
            body=RotateKey,
            answer=KeyWithSecret,
            problems=_ABSENT,
        ),
    ]


def _own(call: Call, key: Key) -> dict[str, Any]:
    """A key as the caller sees it, whose own key it may be."""
    return show_key(key, call.principal.key_id)


def _projects(projects: Projects) -> list[Route]:
    async def create(call: Call) -> Answer:
        maker, request = call.principal.key_id, call.body

        def act(tx: Tx) -> Answer:
            project, key, secret = projects.create(tx, maker, call.new_id, request)
            shown, first = show_project(project), _own(call, key)
            kept = answer({**shown, "key": first}).body
            return answer({**shown, "key": {**first, "secret": secret}}, 201, kept=kept)

        return await call.commit(act)

    async def list_projects(call: Call) -> Answer:
        page = call.query.page()
        found = await call.read(lambda reader: store.list_projects(reader, call.grant, page))
        return answer(pages.render(found, show_project))

    async def read(call: Call) -> Answer:
        check_own(call.principal, call.path["id"])
        return await call.commit(
            lambda tx: answer(show_project(store.read_project(tx, call.grant)))
        )

    async def change(call: Call) -> Answer:
        check_own(call.principal, call.path["id"])
        return await call.commit(
            lambda tx: answer(show_project(projects.change(tx, call.grant, call.body)))
        )

    return [
        Route(
            method="POST",
            path="/v1/projects",
            action="projects.create",
            scope=Scope.PROJECTS_WRITE,
            handler=create,
            summary="Create a project with its first key",
            body=CreateProject,
            answer=NewProject,
            status=201,
            makes="proj",
        ),
        Route(
            method="GET",
            path="/v1/projects",
            action="projects.list",
            scope=Scope.PROJECTS_READ,
            handler=list_projects,
            summary="List the projects the key can see: its own",
            query=ProjectsQuery,
            answer=ProjectList,
        ),
        Route(
            method="GET",
            path="/v1/projects/{id}",
            action="projects.read",
            scope=Scope.PROJECTS_READ,
            handler=read,
            summary="Retrieve the key's project",
            answer=ProjectShape,
            problems=("not_found",),
        ),
        Route(
            method="PATCH",
            path="/v1/projects/{id}",
            action="projects.change",
            scope=Scope.PROJECTS_WRITE,
            handler=change,
            summary="Change the project's name, time zone or currency",
            body=ChangeProject,
            answer=ProjectShape,
            problems=("not_found",),
        ),
    ]


async def _list_audit(call: Call) -> Answer:
    query: AuditQuery = call.query
    filters = {name: value for name in _FILTERS if (value := getattr(query, name)) is not None}
    if query.reads == "none":
        filters["no_reads"] = True
    elif query.reads == "others":
        filters["no_reads_by"] = call.principal.key_id
    page = query.page()
    found = await call.read(lambda reader: list_audit(reader, call.grant, page, filters))
    return answer(pages.render(found, audit.public))


async def _verify_audit(call: Call) -> Answer:
    """Walk the whole chain; that it is broken is remembered, and recorded.

    Each read takes a part of it, so that a chain of any length is walked while others read too.
    """
    project_id = call.grant.project(Scope.AUDIT_READ)
    found: Checked | Verification = Checked()
    while isinstance(found, Checked):
        check = partial(audit.check_next, project_id=project_id, before=found)
        found = await call.read(check)
    is_valid = found.reason is None
    shown = answer({"object": "audit_verification", "valid": is_valid, **asdict(found)})
    if is_valid:
        return shown

    def remember(tx: Tx) -> Answer:
        audit_tree.refuse(tx, project_id, found)
        return shown

    return await call.commit(remember)


def _audit(proofs: Proofs) -> list[Route]:
    async def checkpoint(call: Call) -> Answer:
        found = await call.read(lambda reader: proofs.checkpoint(reader, call.grant))
        return await signed_answer(call, *found)

    async def inclusion(call: Call) -> Answer:
        seq = call.path["seq"]
        return answer(await call.read(lambda reader: proofs.inclusion(reader, call.grant, seq)))

    async def consistency(call: Call) -> Answer:
        query: ConsistencyQuery = call.query
        return answer(
            await call.read(
                lambda reader: proofs.consistency(reader, call.grant, query.first, query.to)
            )
        )

    async def receipt(call: Call) -> Answer:
        erased_id = call.path["id"]
        found = await call.read(lambda reader: proofs.receipt(reader, call.grant, erased_id))
        return await signed_answer(call, *found)

    return [
        Route(
            method="GET",
            path="/v1/audit_log",
            action="audit.list",
            scope=Scope.AUDIT_READ,
            handler=_list_audit,
            summary="List audit entries, newest first",
            query=AuditQuery,
            answer=AuditList,
        ),
        Route(
            method="GET",
            path="/v1/audit_log/verify",
            action="audit.verify",
            scope=Scope.AUDIT_READ,
            handler=_verify_audit,
            summary="Verify the hash chain of the audit log",
            answer=AuditVerification,
        ),
        Route(
            method="GET",
            path="/v1/audit_log/checkpoint",
            action="audit.checkpoint",
            scope=Scope.AUDIT_READ,
            handler=checkpoint,
            summary="Retrieve the signed checkpoint of the audit log",
            answer=CheckpointShape,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/audit_log/{seq}/proof",
            action="audit.prove",
            scope=Scope.AUDIT_READ,
            handler=inclusion,
            summary="Prove that an entry is in the audit log",
            answer=ProofShape,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/audit_log/consistency",
            action="audit.consistency",
            scope=Scope.AUDIT_READ,
            handler=consistency,
            summary="Prove that an earlier audit log is the beginning of a later one",
            query=ConsistencyQuery,
            answer=ConsistencyShape,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/erasures/{id}",
            action="erasures.read",
            scope=Scope.AUDIT_READ,
            handler=receipt,
            summary="Retrieve the receipt of an erasure",
            answer=ReceiptShape,
            problems=("not_found",),
        ),
    ]
