"""A filter is looked up in an index: no list reads what its filters leave out.

The plans are asked of the databases themselves, on tables with some thousand rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from db import kit
from db.explaining import Explaining, Step
from runwright import clock, ids
from runwright.agents import store as agents_store
from runwright.config import Settings
from runwright.context import store as context_store
from runwright.context.generations import store as generations
from runwright.context.types import Filters
from runwright.db import schema
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.db.paging import Page, Slice
from runwright.db.pairs import add_pairs
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.events import store as events_store
from runwright.events.webhooks import store as webhooks_store
from runwright.files import store as files_store
from runwright.runs.listing import store as listing
from runwright.trust import audit
from runwright.trust.entries import store as entries_store
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

ROWS = 2000
LATE, EARLY = "2999-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z"
SEARCHING = Scope.FINANCE_READ
TIMES = {"created_after": LATE, "created_before": EARLY}
Fetch = Callable[[Reader, Grant, Mapping[str, Any], Mapping[str, str]], Slice]


def some(column: Any) -> Any:
    """A value for a column that no test asks about."""
    if column.nullable:
        return None
    return {"INTEGER": 0, "BLOB": b""}.get(str(column.type), "x")


def fill(tx: Tx, table: Any, prefix: str, project_id: str, **values: Any) -> None:
    blank = {column.name: some(column) for column in table.c} | {"project_id": project_id}
    columns = {name: value for name, value in values.items() if name in blank}
    rows = []
    for n in range(ROWS):
        row = {**blank, **columns, "id": ids.new(prefix)}
        numbered = {"seq": n + 1, "number": n, "key": f"key {n}"}
        row |= {name: value for name, value in numbered.items() if name in blank}
        rows.append(row)
    tx.run_many(insert(table), rows)
    for row in rows:
        if "metadata" in values:
            add_pairs(tx, project_id, row["id"], {"team": "green"})


LISTS: dict[str, tuple[Scope, Mapping[str, Any], Fetch]] = {
    "runs": (
        Scope.RUNS_READ,
        {
            "status": "failed",
            "model": "y0-deep",
            "agent": "ag_1",
            "network": "net_1",
            "key": "key_2",
            "answered": 0,
            "file": "file_2",
            "word_0": 2,
            **TIMES,
        },
        lambda reader, grant, filters, pairs: listing.list_runs(
            reader, grant, Page(), filters, pairs
        ),
    ),
    "files": (
        Scope.FILES_READ,
        {"status": "failed", "purpose": "context", **TIMES},
        lambda reader, grant, filters, pairs: files_store.list_files(
            reader, grant, Page(), filters, pairs
        ),
    ),
    "agents": (
        Scope.AGENTS_READ,
        {"model": "y0-deep", **TIMES},
        lambda reader, grant, filters, pairs: agents_store.list_agents(
            reader, grant, Page(), filters, pairs
        ),
    ),
    "networks": (
        Scope.NETWORKS_READ,
        TIMES,
        lambda reader, grant, filters, pairs: agents_store.list_networks(
            reader, grant, Page(), filters, pairs
        ),
    ),
    "audit_log": (
        Scope.AUDIT_READ,
        {
            "action": "keys.delete",
            "key": "key_2",
            "resource": "run_2",
            "decision": "denied",
            "since": LATE,
            "until": EARLY,
        },
        lambda reader, grant, filters, _: entries_store.list_audit(reader, grant, Page(), filters),
    ),
    "events": (
        Scope.EVENTS_READ,
        {"types": ["run.failed", "file.failed"], **TIMES},
        lambda reader, grant, filters, _: events_store.list_events(
            reader,
            grant,
            Page(),
            filters.get("types", ["run.completed"]),
            {name: value for name, value in filters.items() if name != "types"},
        ),
    ),
    "context_items": (
        Scope.FINANCE_READ,
        {
            "start": "2999-01-01",
            "end": "2020-01-01",
            "least": "10",
            "most": "-10",
            "file": "file_none",
            "kind": "transaction",
        },
        lambda reader, grant, filters, _: context_store.list_items(
            reader, grant, "finance", Page(), Filters(**filters)
        ),
    ),
    "context_entities": (
        Scope.FINANCE_READ,
        {"kind": "person"},
        lambda reader, grant, filters, _: context_store.list_entities(
            reader, grant, "finance", Page(), filters
        ),
    ),
    "deliveries": (
        Scope.WEBHOOKS_READ,
        {"status": "failed"},
        lambda reader, grant, filters, _: webhooks_store.list_deliveries(
            reader, grant, "wh_1", Page(), filters
        ),
    ),
}
COLUMNS = {
    "agent": {"agent_id"},
    "network": {"network_id"},
    "key": {"key_id"},
    "types": {"type"},
    "file": {"file_id", "id"},
    "word_0": {"id"},
    **{key: {"id"} for key in ("created_after", "created_before")},
    **{key: {"seq"} for key in ("since", "until")},
    # Few pass, so they are looked up one by one; or by the very index that told so.
    **{key: {"id", "at"} for key in ("start", "end")},
    **{key: {"id", "amount_key"} for key in ("least", "most")},
}


@pytest.fixture(scope="module")
def filled(
    kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Database, str]]:
    """A project with rows of every kind, none of which passes a filter of these tests."""
    url = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else None
    driver = driver_for(Settings(data=tmp_path_factory.mktemp("filters"), database_url=url))
    migrate(driver)
    database = Database(driver, audit.append, 10)
    database.start()
    project_id = kit.new_project(database)
    database.write_now(lambda tx: fill_all(tx, project_id))
    database.write_now(lambda tx: tx.audit(*(kit.entry(project_id) for _ in range(ROWS))))
    if url is not None:  # SQLite is never told to
        with driver.connect() as connection:
            connection.execute("ANALYZE")
    yield database, project_id
    database.close()


def fill_all(tx: Tx, project_id: str) -> None:
    now = clock.stamp(clock.now())
    common = {"metadata": '{"team":"green"}', "created_at": now}
    done = {"status": "completed", "model": "y0-fast"}
    fill(tx, schema.runs, "run", project_id, **common, **done)
    fill(tx, schema.files, "file", project_id, **common, status="processed", purpose="attachment")
    fill(tx, schema.agents, "ag", project_id, **common, model="y0-fast", version=1)
    fill(tx, schema.networks, "net", project_id, **common)
    told = {"type": "run.completed", "webhook_id": "wh_1", "created_at": now}
    fill(tx, schema.events, "evt", project_id, **told)
    shelf = {"source": "finance", "at": now, "amount_key": 0, "file_id": "file_1"}
    fill(tx, schema.context_items, "item", project_id, **shelf, kind="passage", mentions="[]")
    fill(tx, schema.context_entities, "ent", project_id, source="finance", kind="name")
    fill(tx, schema.deliveries, "dlv", project_id, status="succeeded", **told)


def look(
    database: Database,
    project_id: str,
    name: str,
    filters: Mapping[str, Any],
    pairs: Mapping[str, str],
) -> tuple[Slice, list[list[Step]]]:
    """A page, and how it was read."""
    scope, _, fetch = LISTS[name]

    def read(reader: Reader) -> tuple[Slice, list[list[Step]]]:
        explaining = Explaining(reader._cursor, database)
        found = fetch(explaining, kit.grant(project_id, scope), filters, pairs)
        return found, explaining.plans

    return database.read_now(read)


def test_a_search_looks_up_what_is_not_shown_by_the_files_that_are_read_anew(
    filled: tuple[Database, str],
) -> None:
    database, project_id = filled

    def read(reader: Reader) -> list[list[Step]]:
        explaining = Explaining(reader._cursor, database)
        assert generations.hidden(explaining, kit.grant(project_id, SEARCHING), "finance") == []
        return explaining.plans

    [[step]] = database.read_now(read)
    assert (step.table, step.index) == ("files", "files_reread")


CASES = [(name, each) for name, (_, filters, _) in LISTS.items() for each in filters]


@pytest.mark.parametrize(("name", "filter"), CASES)
def test_a_filter_is_looked_up_in_an_index(
    filled: tuple[Database, str], name: str, filter: str
) -> None:
    found, plans = look(*filled, name, {filter: LISTS[name][1][filter]}, {})
    assert found.rows == []
    own = [step for plan in plans for step in plan if step.table == name]
    columns = COLUMNS.get(filter, {filter})
    page = [own for plan in plans if (own := [step for step in plan if step.table == name])][-1]
    assert [step for step in page if not columns & step.columns] == []
    # Looking for the few values of another column is a search, too.
    assert [step for step in own if "project_id" not in step.columns] == []


@pytest.mark.parametrize("name", ["runs", "files", "agents", "networks"])
def test_metadata_is_looked_up_in_an_index(filled: tuple[Database, str], name: str) -> None:
    found, plans = look(*filled, name, {}, {"team": "blue"})
    assert found.rows == []
    steps = plans[-1]
    assert any({"project_id", "pair"} <= step.columns for step in steps)
    own = [step for step in steps if step.table in (name, "agent_versions")]
    assert own
    assert [step for step in own if not {"id", "agent_id"} & step.columns] == []


@pytest.mark.parametrize(
    ("filters", "pairs", "leading"),
    [
        ({"status": "failed"}, {"team": "green"}, "runs_by_status"),
        ({"model": "y0-deep"}, {"team": "green"}, "runs_by_status"),
        ({"agent": "ag_1"}, {"team": "green"}, "runs_by_agent"),
        ({"agent": "ag_1", "model": "y0-fast"}, {}, "runs_by_agent"),
        ({"network": "net_1", "status": "completed"}, {}, "runs_by_network"),
        ({"status": "completed", "model": "y0-deep"}, {}, "runs_by_status"),
        ({"status": "completed"}, {"team": "blue"}, "metadata_pairs"),
        ({}, {"team": "green", "floor": "3"}, "metadata_pairs"),
    ],
)
def test_of_two_filters_the_one_that_fewer_pass_leads(
    filled: tuple[Database, str], filters: dict[str, str], pairs: dict[str, str], leading: str
) -> None:
    """Each of the 2,000 runs passes one of the two, and none the other."""
    found, plans = look(*filled, "runs", filters, pairs)
    assert found.rows == []
    assert leading in {name for step in plans[-1] for name in (step.table, step.index)}
