"""Nothing but the kernel makes a grant, and a grant opens one scope of one project."""

from __future__ import annotations

from typing import Any

import pytest

from db import kit
from runwright.context import store as context_store
from runwright.context.types import Filters
from runwright.db.database import Database
from runwright.db.paging import Page
from runwright.errors import ScopeDenied
from runwright.runs import store as runs_store
from runwright.runs.listing import store as listing
from runwright.trust import store
from runwright.trust.entries import store as entries_store
from runwright.trust.kernel import (
    Grant,
    GrantError,
    Principal,
    Trail,
    act_as_service,
    authorize,
    extend,
)
from runwright.trust.scopes import ALL, SOURCES, Scope


def principal(*scopes: Scope) -> Principal:
    return Principal(
        key_id="key_x",
        project_id="proj_x",
        scopes=frozenset(scopes),
        rate_limit=1,
        version="2026-11-15",
        time_zone="UTC",
    )


def test_a_grant_cannot_be_made_elsewhere() -> None:
    entry = kit.entry("p")
    for seal in (None, object(), "seal"):
        with pytest.raises(GrantError):
            Grant(seal, "p", Scope.RUNS_READ, entry)


def test_a_grant_opens_its_own_scope_only() -> None:
    grant = kit.grant("proj_x", Scope.RUNS_READ)
    assert grant.project(Scope.RUNS_READ) == "proj_x"
    for scope in ALL - {Scope.RUNS_READ}:
        with pytest.raises(GrantError):
            grant.project(scope)


def test_a_grant_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        kit.grant("p", Scope.RUNS_READ).project_id = "other"  # type: ignore[attr-defined]


@pytest.mark.parametrize("scope", sorted(ALL))
def test_an_allowed_scope_gives_a_grant_and_an_entry(scope: Scope) -> None:
    entries = Trail()
    grant = authorize(
        principal(scope), scope, action="a.b", trail=entries, resource="r", request_id="q"
    )
    (entry,) = entries
    assert grant.project(scope) == "proj_x"
    assert (grant.scope, grant.key_id, grant.entry) == (scope, "key_x", entry)
    assert (entry.decision, entry.scope, entry.action) == ("allowed", scope.value, "a.b")
    assert (entry.resource, entry.request_id, entry.key_id) == ("r", "q", "key_x")


@pytest.mark.parametrize("scope", sorted(ALL))
def test_a_missing_scope_is_denied_by_name_and_recorded(scope: Scope) -> None:
    entries = Trail()
    with pytest.raises(ScopeDenied, match=scope.value):
        authorize(principal(*(ALL - {scope})), scope, action="a", trail=entries)
    assert [(entry.decision, entry.scope) for entry in entries] == [("denied", scope.value)]


def test_the_services_own_acts_are_recorded_without_a_key() -> None:
    entries = Trail()
    grant = act_as_service("p", Scope.RUNS_WRITE, action="runs.fail", trail=entries)
    assert grant.key_id is None
    assert [entry.key_id for entry in entries] == [None]


def test_a_right_passes_to_what_goes_with_a_thing_under_an_entry_of_its_own() -> None:
    trail = Trail()
    grant = authorize(
        principal(Scope.RUNS_WRITE), Scope.RUNS_WRITE, action="runs.delete", trail=trail
    )
    child = extend(grant, "run_b", action="runs.delete", trail=trail)
    assert child.project(Scope.RUNS_WRITE) == grant.project(Scope.RUNS_WRITE)
    with pytest.raises(GrantError):
        child.project(Scope.RUNS_READ)
    first, second = trail
    assert (second.resource, second.key_id, second.scope) == ("run_b", first.key_id, first.scope)
    assert second.id != first.id


PAGE = Page()
CALLS: dict[str, tuple[Scope, Any]] = {
    "runs.read": (Scope.RUNS_READ, lambda r, g: runs_store.read(r, g, "run_x")),
    "runs.frozen": (Scope.RUNS_READ, lambda r, g: runs_store.read_frozen(r, g, "run_x")),
    "runs.records": (Scope.RUNS_READ, lambda r, g: runs_store.read_records(r, g, "run_x")),
    "runs.list": (Scope.RUNS_READ, lambda r, g: listing.list_runs(r, g, PAGE, {}, {})),
    "keys.list": (Scope.KEYS_READ, lambda r, g: store.list_keys(r, g, PAGE)),
    "audit.list": (Scope.AUDIT_READ, lambda r, g: entries_store.list_audit(r, g, PAGE, {})),
    **{
        f"context.{source}": (
            scope,
            lambda r, g, s=source: context_store.list_items(r, g, s, PAGE, Filters()),
        )
        for source, scope in SOURCES.items()
    },
}


@pytest.mark.parametrize("name", CALLS)
def test_a_store_runs_under_the_right_grant_alone(database: Database, name: str) -> None:
    scope, call = CALLS[name]

    def under(grant: Any) -> None:
        database.read_now(lambda reader: call(reader, grant))

    under(kit.grant("proj_x", scope))
    for wrong in (Scope.MODELS_READ, Scope.FILES_WRITE):
        with pytest.raises(GrantError):
            under(kit.grant("proj_x", wrong))
    with pytest.raises(AttributeError):
        under(None)


def test_every_source_has_a_scope_of_its_shape() -> None:
    assert set(SOURCES) == {"calendar", "documents", "finance"}
    assert {source: scope.value for source, scope in SOURCES.items()} == {
        source: f"{source}:read" for source in SOURCES
    }


def test_a_star_is_no_scope() -> None:
    assert all(scope.value.partition(":")[2] in ("read", "write") for scope in Scope)
    with pytest.raises(ValueError, match="not a valid Scope"):
        Scope("*")
