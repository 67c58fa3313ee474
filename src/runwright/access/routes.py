"""`/v1/keys`, `/v1/projects`, `/v1/audit_log` and `/v1/erasures` over HTTP."""

from __future__ import annotations

from runwright.access import records
from runwright.access.keys import WHAT as KEY
from runwright.access.keys import Keys
from runwright.access.projects import Projects
from runwright.access.records import Proofs
from runwright.access.types import (
    AuditList,
    AuditQuery,
    AuditVerification,
    ChangeKey,
    ChangeProject,
    CheckpointShape,
    ConsistencyQuery,
    ConsistencyShape,
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
    ProofShape,
    ReceiptShape,
    RotateKey,
)
from runwright.api.router import Route, deleting
from runwright.trust.scopes import Scope

_ABSENT = ("not_found", "already_deleted")


def routes(keys: Keys, projects: Projects, proofs: Proofs) -> list[Route]:
    """The routes of these nouns."""
    return [*_keys(keys), *_projects(projects), *_records(proofs)]


def _keys(keys: Keys) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/v1/keys",
            action="keys.create",
            scope=Scope.KEYS_WRITE,
            handler=keys.create,
            summary="Make a key; its secret is shown once",
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
            handler=keys.list,
            summary="List the project's keys",
            query=KeysQuery,
            answer=KeyList,
        ),
        Route(
            method="GET",
            path="/v1/keys/{id}",
            action="keys.read",
            scope=Scope.KEYS_READ,
            handler=keys.read,
            summary="Retrieve a key",
            answer=KeyShape,
            problems=_ABSENT,
        ),
        Route(
            method="PATCH",
            path="/v1/keys/{id}",
            action="keys.change",
            scope=Scope.KEYS_WRITE,
            handler=keys.change,
            summary="Change a key, or the version it is pinned to",
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
            summary="Revoke a key at once",
            answer=Deleted,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/keys/{id}/rotate",
            action="keys.rotate",
            scope=Scope.KEYS_WRITE,
            handler=keys.rotate,
            summary="Give a key a new secret; the old one works for a grace period",
            body=RotateKey,
            answer=KeyWithSecret,
            problems=_ABSENT,
        ),
    ]


def _projects(projects: Projects) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/v1/projects",
            action="projects.create",
            scope=Scope.PROJECTS_WRITE,
            handler=projects.create,
            summary="Make a project with its first key",
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
            handler=projects.list,
            summary="List the projects that the key can see: its own",
            query=ProjectsQuery,
            answer=ProjectList,
        ),
        Route(
            method="GET",
            path="/v1/projects/{id}",
            action="projects.read",
            scope=Scope.PROJECTS_READ,
            handler=projects.read,
            summary="Retrieve the key's project",
            answer=ProjectShape,
            problems=("not_found",),
        ),
        Route(
            method="PATCH",
            path="/v1/projects/{id}",
            action="projects.change",
            scope=Scope.PROJECTS_WRITE,
            handler=projects.change,
            summary="Rename the project, or move it to another time zone",
            body=ChangeProject,
            answer=ProjectShape,
            problems=("not_found",),
        ),
    ]


def _records(proofs: Proofs) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/v1/audit_log",
            action="audit.list",
            scope=Scope.AUDIT_READ,
            handler=records.list_audit,
            summary="List audit entries, newest first",
            query=AuditQuery,
            answer=AuditList,
        ),
        Route(
            method="GET",
            path="/v1/audit_log/verify",
            action="audit.verify",
            scope=Scope.AUDIT_READ,
            handler=records.verify_audit,
            summary="Check the whole hash chain of the audit log",
            answer=AuditVerification,
        ),
        Route(
            method="GET",
            path="/v1/audit_log/checkpoint",
            action="audit.checkpoint",
            scope=Scope.AUDIT_READ,
            handler=proofs.checkpoint,
            summary="The signed size and root of the tree over the audit log",
            answer=CheckpointShape,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/audit_log/{seq}/proof",
            action="audit.prove",
            scope=Scope.AUDIT_READ,
            handler=proofs.inclusion,
            summary="The proof that an entry is in the signed tree",
            answer=ProofShape,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/audit_log/consistency",
            action="audit.consistency",
            scope=Scope.AUDIT_READ,
            handler=proofs.consistency,
            summary="The proof that the tree of an earlier size is the beginning of a later one",
            query=ConsistencyQuery,
            answer=ConsistencyShape,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/erasures/{id}",
            action="erasures.read",
            scope=Scope.AUDIT_READ,
            handler=proofs.read_erasure,
            summary="The receipt of something that was erased, by its id",
            answer=ReceiptShape,
            problems=("not_found",),
        ),
    ]
