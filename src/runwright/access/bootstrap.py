"""Keys that are made on the server's own machine: the first one, and the way back in."""

from __future__ import annotations

from runwright import clock, ids
from runwright.access.projects import add, new_project
from runwright.db.transaction import Tx
from runwright.trust import secrets, store
from runwright.trust.kernel import act_as_service
from runwright.trust.scopes import ALL, Scope
from runwright.trust.types import Key, Project

FIRST_PROJECT = "default"
OWNER = "owner"


def first_key(tx: Tx, version: str) -> str | None:
    """On an empty database: a project and an owner key with every scope; its secret."""
    if store.find_project(tx, None) is not None:
        return None
    return create_key(
        tx, name=OWNER, scopes=ALL, project_name=None, rate_limit=None, version=version
    )


def create_key(
    tx: Tx,
    *,
    name: str,
    scopes: frozenset[Scope],
    project_name: str | None,
    rate_limit: int | None,
    version: str,
) -> str:
    """Make a key in the named project, or in the first one; a project is made if absent."""
    project = store.find_project(tx, project_name) or _make_project(tx, project_name)
    secret = secrets.new_secret()
    key = Key(
        id=ids.new("key"),
        project_id=project.id,
        name=name,
        scopes=scopes,
        rate_limit=rate_limit,
        version=version,
        created_at=clock.stamp(clock.now()),
    )
    act_as_service(project.id, Scope.KEYS_WRITE, action="keys.create", trail=tx, resource=key.id)
    store.add_key(tx, key, secrets.digest(secret))
    return secret


def _make_project(tx: Tx, name: str | None) -> Project:
    # Whoever makes it sits at this machine: what it calls today, they do.
    project = new_project(ids.new("proj"), name or FIRST_PROJECT, clock.machine_zone())
    add(tx, project)
    return project
