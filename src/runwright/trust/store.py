"""All SQL on projects, keys and their rates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Integer, and_, bindparam, delete, func, literal, or_, select, update

from runwright import clock
from runwright.db import schema
from runwright.db.paging import Listing, Page, Slice
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.trust.kernel import Grant, GrantError, Principal
from runwright.trust.rates import store as rates_store
from runwright.trust.scopes import Scope
from runwright.trust.types import Budget, Key, KeyUse, Maker, Project

_PROJECTS, _KEYS, _SECRETS, _LIMITS = (
    schema.projects,
    schema.keys,
    schema.key_secrets,
    schema.key_limits,
)
_LIMIT_COLUMNS = tuple(
    _LIMITS.c[name] for name in ("maker", "rate_limit", "budget_amount", "budget_period")
)

_PRINCIPAL = (
    select(
        _KEYS.c.id,
        _KEYS.c.project_id,
        _KEYS.c.scopes,
        _KEYS.c.version,
        _KEYS.c.expires_at,
        *_LIMIT_COLUMNS,
        _PROJECTS.c.time_zone,
        _PROJECTS.c.currency,
    )
    .join(_PROJECTS, _PROJECTS.c.id == _KEYS.c.project_id)
    .join(_LIMITS, _LIMITS.c.key_id == _KEYS.c.id)
)
_BY_SECRET = (
    _PRINCIPAL.add_columns(_SECRETS.c.expires_at.label("secret_expires_at"))
    .join(_SECRETS, _SECRETS.c.key_id == _KEYS.c.id)
    .where(_SECRETS.c.sha256 == bindparam("sha256"))
)
_BY_KEY = _PRINCIPAL.where(_KEYS.c.id == bindparam("key_id"))
_FIRST = (
    select(_LIMITS.c.key_id, _LIMITS.c.maker, literal(1, Integer()).label("distance"))
    .where(_LIMITS.c.key_id == bindparam("nearest"))
    .cte("line", recursive=True)
)
_LINE = _FIRST.union_all(
    select(_LIMITS.c.key_id, _LIMITS.c.maker, _FIRST.c.distance + 1).join(
        _FIRST, _FIRST.c.maker == _LIMITS.c.key_id
    )
)
_MAKERS = (
    select(_LIMITS.c.key_id, _LIMITS.c.project_id, _PROJECTS.c.time_zone, *_LIMIT_COLUMNS)
    .join(_LINE, _LINE.c.key_id == _LIMITS.c.key_id)
    .join(_PROJECTS, _PROJECTS.c.id == _LIMITS.c.project_id)
    .order_by(_LINE.c.distance)
)

_PROJECT = select(*_PROJECTS.c).where(_PROJECTS.c.id == bindparam("id"))
_OLDEST_PROJECT = select(*_PROJECTS.c).order_by(_PROJECTS.c.id).limit(1)
_NAMED_PROJECT = (
    select(*_PROJECTS.c)
    .where(_PROJECTS.c.name == bindparam("name"))
    .order_by(_PROJECTS.c.id)
    .limit(1)
)
_LIST_PROJECTS = Listing(
    select(*_PROJECTS.c).where(_PROJECTS.c.id == bindparam("project_id")), _PROJECTS.c.id
)
_ADD_PROJECT = insert(_PROJECTS)
_CHANGE_PROJECT = (
    update(_PROJECTS)
    .where(_PROJECTS.c.id == bindparam("project"))
    .values(
        name=bindparam("name"),
        time_zone=bindparam("time_zone"),
        currency=bindparam("currency"),
        zone_since=bindparam("zone_since"),
    )
)

_MAKER = _LIMITS.alias("maker_limits")
_KEYS_OF_PROJECT = (
    select(*_KEYS.c, *_LIMIT_COLUMNS, _MAKER.c.key_id.label("created_by"))
    .join(_LIMITS, _LIMITS.c.key_id == _KEYS.c.id)
    .outerjoin(
        _MAKER,
        and_(_MAKER.c.key_id == _LIMITS.c.maker, _MAKER.c.project_id == _LIMITS.c.project_id),
    )
    .where(_KEYS.c.project_id == bindparam("project_id"))
)
_KEY = _KEYS_OF_PROJECT.where(_KEYS.c.id == bindparam("id"))
_LIST_KEYS = Listing(_KEYS_OF_PROJECT, _KEYS.c.id)
_ADD_KEY = insert(_KEYS)
_ADD_LIMITS = insert(_LIMITS)
_CHANGE_LIMITS = (
    update(_LIMITS)
    .where(_LIMITS.c.key_id == bindparam("key"))
    .values({n: bindparam(n) for n in ("rate_limit", "budget_amount", "budget_period")})
)
_CHANGE_KEY = (
    update(_KEYS)
    .where(_KEYS.c.project_id == bindparam("project"), _KEYS.c.id == bindparam("key"))
    .values(
        {
            name: bindparam(name)
            for name in (
                "name",
                "scopes",
                "version",
                "previous_version",
                "version_changed_at",
                "expires_at",
            )
        }
    )
)
_USE_KEY = (
    update(_KEYS)
    .where(
        _KEYS.c.project_id == bindparam("project"),
        _KEYS.c.id == bindparam("key"),
        or_(_KEYS.c.last_used_at.is_(None), _KEYS.c.last_used_at < bindparam("hour")),
    )
    .values(last_used_at=bindparam("hour"))
)
_DELETE_KEY = delete(_KEYS).where(
    _KEYS.c.project_id == bindparam("project_id"), _KEYS.c.id == bindparam("id")
)
_ADD_SECRET = insert(_SECRETS)
_DELETE_SECRETS = delete(_SECRETS).where(_SECRETS.c.key_id == bindparam("key_id"))
_RETIRE_SECRETS = (
    update(_SECRETS)
    .where(
        _SECRETS.c.key_id == bindparam("key"),
        func.coalesce(_SECRETS.c.expires_at, "9999") > bindparam("until"),
    )
    .values(expires_at=bindparam("until"))
)
# The limits of a key outlive it.
_WAS_THERE = select(_LIMITS.c.key_id).where(
    _LIMITS.c.project_id == bindparam("project_id"), _LIMITS.c.key_id == bindparam("key_id")
)


# Recognising a key: what grants are made from, so it can need none -----------------------------


def principal_by_secret(
    reader: Reader, sha256: str, now: str, default_rate: int
) -> Principal | None:
    """The key that a secret belongs to, unless the secret or the key has expired."""
    row = reader.one(_BY_SECRET, sha256=sha256)
    if row is None or (row.secret_expires_at and row.secret_expires_at <= now):
        return None
    return _principal(reader, row, now, default_rate)


def principal_by_key(reader: Reader, key_id: str, now: str, default_rate: int) -> Principal | None:
    """A key as it is now, for work that goes on in the background under it."""
    row = reader.one(_BY_KEY, key_id=key_id)
    return None if row is None else _principal(reader, row, now, default_rate)


def _principal(reader: Reader, row: Any, now: str, default_rate: int) -> Principal | None:
    if row.expires_at and row.expires_at <= now:
        return None
    rows = reader.all(_MAKERS, nearest=row.maker) if row.maker else ()
    makers = tuple(
        Maker(each.key_id, each.project_id, each.time_zone, each.rate_limit, budget_of(each))
        for each in rows
    )
    bounds = ((maker.key_id, maker.rate_limit) for maker in makers if maker.rate_limit)
    rate_limit = row.rate_limit or default_rate
    return Principal(
        key_id=row.id,
        project_id=row.project_id,
        scopes=_scopes(row.scopes),
        rate_limit=rate_limit,
        version=row.version,
        time_zone=row.time_zone,
        currency=row.currency,
        expires_at=row.expires_at,
        budget=budget_of(row),
        own_rate=row.rate_limit,
        makers=makers,
        buckets=((row.id, rate_limit), *bounds),
    )


def use_keys(tx: Tx, uses: Iterable[KeyUse]) -> None:
    """Keys were used in these hours; what is stored never goes back."""
    tx.run_many(_USE_KEY, [use._asdict() for use in uses])


# Projects --------------------------------------------------------------------------------------


def read_project(reader: Reader, grant: Grant) -> Project:
    """The grant's own project."""
    row = reader.one(_PROJECT, id=grant.project(Scope.PROJECTS_READ))
    return _project(row)


def time_zone(reader: Reader, grant: Grant) -> str:
    """The time zone of the grant's own project, whatever the grant is for."""
    return own_project(reader, grant).time_zone


def zone(reader: Reader, grant: Grant) -> tuple[str, str | None]:
    """The time zone of the grant's own project, and since when it is in it (None: always)."""
    row = reader.one(_PROJECT, id=grant.project(grant.scope))
    return ("UTC", None) if row is None else (row.time_zone, row.zone_since)


def own_project(reader: Reader, grant: Grant) -> Project:
    """The grant's own project, whatever the grant is for."""
    return _project(reader.one(_PROJECT, id=grant.project(grant.scope)))


def list_projects(reader: Reader, grant: Grant, page: Page) -> Slice:
    """The projects that the grant reaches: its own."""
    project_id = grant.project(Scope.PROJECTS_READ)
    found = _LIST_PROJECTS.fetch(reader, page, {}, project_id=project_id)
    return Slice(rows=[_project(row) for row in found.rows], has_more=found.has_more)


def change_project(tx: Tx, grant: Grant, **given: Any) -> Project:
    """Change some fields of the grant's project: its name, time zone or currency."""
    project_id = grant.project(Scope.PROJECTS_WRITE)
    row: Any = tx.one(_PROJECT, id=project_id)
    old = _project(row)
    new = replace(old, **given)
    since = row.zone_since if new.time_zone == old.time_zone else clock.stamp(clock.now())
    tx.run(
        _CHANGE_PROJECT,
        project=project_id,
        name=new.name,
        time_zone=new.time_zone,
        currency=new.currency,
        zone_since=since,
    )
    return new


def add_project(tx: Tx, project: Project) -> None:
    """Store a new project: nobody's data yet, so there is nothing to be granted."""
    tx.run(_ADD_PROJECT, **asdict(project), zone_since=None)


def find_project(reader: Reader, name: str | None) -> Project | None:
    """The oldest project with that name, or the oldest of all: for the server's own machine."""
    row = reader.one(_NAMED_PROJECT, name=name) if name else reader.one(_OLDEST_PROJECT)
    return None if row is None else _project(row)


def _project(row: Any) -> Project:
    return Project(
        id=row.id,
        name=row.name,
        time_zone=row.time_zone,
        created_at=row.created_at,
        currency=row.currency,
    )


# Keys ------------------------------------------------------------------------------------------


def read_key(reader: Reader, grant: Grant, key_id: str, scope: Scope) -> Key | None:
    """One key of the grant's project; `scope` is the one that the caller was granted."""
    row = reader.one(_KEY, project_id=grant.project(scope), id=key_id)
    return None if row is None else _key(row)


def list_keys(reader: Reader, grant: Grant, page: Page) -> Slice:
    """The keys of the grant's project."""
    found = _LIST_KEYS.fetch(reader, page, {}, project_id=grant.project(Scope.KEYS_READ))
    return Slice(rows=[_key(row) for row in found.rows], has_more=found.has_more)


def key_was_there(reader: Reader, grant: Grant, key_id: str) -> bool:
    """Whether the project has a key, or had it before it was revoked; nothing of it is shown."""
    project_id = grant.project(grant.scope)
    return reader.one(_WAS_THERE, project_id=project_id, key_id=key_id) is not None


def add_key(tx: Tx, key: Key, sha256: str) -> None:
    """Store a new key and the hash of its secret.

    It takes no grant: the first key of a project is made before any can exist. What a key may
    make is decided in `access.keys`.
    """
    fixed = {"id": key.id, "project_id": key.project_id, "created_at": key.created_at}
    tx.run(_ADD_KEY, **_columns(key), **fixed, last_used_at=None)
    tx.run(_ADD_LIMITS, key_id=key.id, project_id=key.project_id, maker=key.maker, **_limits(key))
    tx.run(_ADD_SECRET, sha256=sha256, key_id=key.id, expires_at=None)


def change_key(tx: Tx, grant: Grant, key: Key) -> None:
    """Store a key's changed fields."""
    project_id = grant.project(Scope.KEYS_WRITE)
    if tx.run(_CHANGE_KEY, project=project_id, key=key.id, **_columns(key)):
        tx.run(_CHANGE_LIMITS, key=key.id, **_limits(key))


def replace_secret(tx: Tx, grant: Grant, key: Key, sha256: str, old_until: str) -> None:
    """Give a key a new secret; the old ones work until a given time."""
    if grant.project(Scope.KEYS_WRITE) != key.project_id:
        raise GrantError("the key is another project's")
    tx.run(_RETIRE_SECRETS, key=key.id, until=old_until)
    tx.run(_ADD_SECRET, sha256=sha256, key_id=key.id, expires_at=None)


def delete_key(tx: Tx, grant: Grant, key_id: str) -> int:
    """Erase a key and its secrets; how many there were. Its limits go on to bound its makings."""
    deleted = tx.run(_DELETE_KEY, project_id=grant.project(Scope.KEYS_WRITE), id=key_id)
    if deleted:
        tx.run(_DELETE_SECRETS, key_id=key_id)
        rates_store.drop_bucket(tx, key_id)
    return deleted


def _columns(key: Key) -> dict[str, Any]:
    return {
        "name": key.name,
        "scopes": " ".join(sorted(key.scopes)),
        "version": key.version,
        "previous_version": key.previous_version,
        "version_changed_at": key.version_changed_at,
        "expires_at": key.expires_at,
    }


def _limits(key: Key) -> dict[str, Any]:
    return {
        "rate_limit": key.rate_limit,
        "budget_amount": key.budget.amount if key.budget else None,
        "budget_period": key.budget.period if key.budget else None,
    }


def _key(row: Any) -> Key:
    values = row._asdict()
    values["scopes"] = _scopes(row.scopes)
    del values["budget_amount"], values["budget_period"]
    return Key(**values, budget=budget_of(row))


def budget_of(row: Any) -> Budget | None:
    """The budget that stands in a row, if any does."""
    if row.budget_amount is None:
        return None
    return Budget(int(row.budget_amount), row.budget_period)


def _scopes(text: str) -> frozenset[Scope]:
    # A scope that a later version knew and this one does not is no scope here.
    known = Scope._value2member_map_
    return frozenset(Scope(name) for name in text.split() if name in known)
