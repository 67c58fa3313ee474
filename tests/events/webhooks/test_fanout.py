"""From events to deliveries: each webhook gets every event of its types once, and has a job."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import select

from db.kit import grant, new_project
from runwright import clock, ids
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.paging import Page
from runwright.db.transaction import Tx
from runwright.events.outbox import happened
from runwright.events.store import drop_old as drop_old_events
from runwright.events.store import head_of
from runwright.events.webhooks import fanout, store
from runwright.events.webhooks.disabling import disable
from runwright.events.webhooks.types import Delivery, Webhook
from runwright.trust.scopes import Scope

WRITE, READ = Scope.WEBHOOKS_WRITE, Scope.WEBHOOKS_READ
QUEUED = select(*schema.queued_jobs.c)


@pytest.fixture
def project(database: Database) -> str:
    return new_project(database)


def subscribed(database: Database, project_id: str, *types: str) -> Webhook:
    def add(tx: Tx) -> Webhook:
        webhook = Webhook(
            project_id=project_id,
            id=ids.new("wh"),
            url="https://hooks.example/",
            events=tuple(sorted(types)),
            status="enabled",
            disabled_reason=None,
            key_id="key_1",
            version="2026-11-15",
            secret_number=1,
            old_secret_until=None,
            seen_seq=head_of(tx, project_id),
            failing_since=None,
            created_at=clock.stamp(clock.now()),
        )
        store.add(tx, grant(project_id, WRITE), webhook)
        return webhook

    return database.write_now(add)


def happen(database: Database, project_id: str, *types: str) -> None:
    def write(tx: Tx) -> None:
        for number, name in enumerate(types):
            happened(tx, grant(project_id, Scope.RUNS_WRITE), name, f"run_{number}")

    database.write_now(write)


def fan_out(database: Database, woken: Callable[[str], None] = lambda _: None) -> None:
    asyncio.run(fanout.FanOut(database=database, wake=woken).make_all())


def deliveries(database: Database, webhook: Webhook) -> list[Delivery]:
    allowed = grant(webhook.project_id, READ)
    page = Page(limit=2000, order="asc")
    return database.read_now(
        lambda reader: store.list_deliveries(reader, allowed, webhook.id, page, {}).rows
    )


def jobs(database: Database) -> list[str]:
    found = database.read_now(lambda reader: reader.all(QUEUED))
    return [row.subject for row in found if row.kind == fanout.JOB_KIND]


def test_each_webhook_gets_the_events_of_its_types_once(database: Database, project: str) -> None:
    happen(database, project, "run.completed")  # before there was anybody to tell
    runs = subscribed(database, project, "run.completed", "run.failed")
    files = subscribed(database, project, "file.processed")
    happen(database, project, "run.completed", "file.processed", "run.failed", "run.deleted")
    woken: list[str] = []
    for _ in range(3):
        fan_out(database, woken.append)
    assert sorted(d.type for d in deliveries(database, runs)) == ["run.completed", "run.failed"]
    assert [d.type for d in deliveries(database, files)] == ["file.processed"]
    assert sorted(jobs(database)) == sorted([runs.id, files.id])
    assert sorted(woken) == sorted([runs.id, files.id])
    (told,) = deliveries(database, files)
    assert (told.status, told.tries, told.subject) == ("pending", 0, "run_1")


def test_another_projects_events_are_not_told(database: Database, project: str) -> None:
    webhook = subscribed(database, project, "run.completed")
    other = subscribed(database, "proj_other", "run.completed")
    happen(database, project, "run.completed")
    fan_out(database)
    assert len(deliveries(database, webhook)) == 1
    assert deliveries(database, other) == []


def test_more_events_than_fit_into_one_round_all_get_through(
    database: Database, project: str
) -> None:
    webhook = subscribed(database, project, "run.completed")
    count = fanout.EVENTS_AT_ONCE * 2 + 10
    happen(database, project, *["run.completed"] * count)

    async def rounds() -> None:
        duty = fanout.FanOut(database=database, wake=lambda _: None)
        async with asyncio.timeout(10):
            while len(deliveries(database, webhook)) < count:
                # Woken by itself: it does not wait for somebody to come by.
                await duty.duty()

    asyncio.run(rounds())
    told = deliveries(database, webhook)
    assert len({each.event_id for each in told}) == count


def test_a_disabled_webhook_gets_nothing_and_what_waited_is_over(
    database: Database, project: str
) -> None:
    webhook = subscribed(database, project, "run.completed")
    happen(database, project, "run.completed")
    fan_out(database)
    database.write_now(lambda tx: disable(tx, grant(project, WRITE), webhook, "because"))
    happen(database, project, "run.completed")
    fan_out(database)
    (told,) = deliveries(database, webhook)
    assert (told.status, told.next_at) == ("failed", None)
    assert jobs(database) == []


def test_events_that_were_let_go_before_are_passed_over(database: Database, project: str) -> None:
    webhook = subscribed(database, project, "run.completed")
    happen(database, project, "run.completed")
    database.write_now(lambda tx: drop_old_events(tx, "9999", 100))
    fan_out(database)
    assert database.read_now(lambda reader: store.behind(reader, 10)) == []
    assert deliveries(database, webhook) == []


def test_old_deliveries_are_let_go(database: Database, project: str) -> None:
    webhook = subscribed(database, project, "run.completed")
    happen(database, project, "run.completed", "run.completed")
    fan_out(database)
    assert database.write_now(fanout.drop_old) == 0
    assert database.write_now(lambda tx: store.drop_old(tx, "9999", 1)) == 1
    assert database.write_now(lambda tx: store.drop_old(tx, "9999", 10)) == 1
    assert deliveries(database, webhook) == []


def test_what_was_tried_is_not_recorded_over_a_redelivery(database: Database, project: str) -> None:
    webhook, allowed = subscribed(database, project, "run.completed"), grant(project, WRITE)
    happen(database, project, "run.completed")
    fan_out(database)
    (old,) = deliveries(database, webhook)
    failed = old._replace(status="failed", tries=1, next_at=None)
    record = [(old, failed)]
    assert database.write_now(lambda tx: store.record(tx, allowed, record)) == {old.id}
    record = [(old, old._replace(tries=5))]
    assert database.write_now(lambda tx: store.record(tx, allowed, record)) == set()
    assert deliveries(database, webhook)[0].tries == 1
    now = clock.stamp(clock.now())
    database.write_now(lambda tx: store.restart(tx, allowed, old, now))
    database.write_now(lambda tx: store.record(tx, allowed, [(failed, failed)]))
    (again,) = deliveries(database, webhook)
    assert (again.status, again.tries, again.next_at) == ("pending", 0, now)


def test_looks_that_find_nothing_become_rarer_up_to_a_limit() -> None:
    rests = [fanout.REST_SECONDS]
    for _ in range(10):
        rests.append(fanout.rest_after(rests[-1], 0.0, has_found=False))
    assert rests[1:3] == [2 * fanout.REST_SECONDS, 4 * fanout.REST_SECONDS]
    assert rests[-1] == fanout.LONGEST_REST


def test_a_look_that_finds_a_webhook_behind_is_followed_by_another_soon() -> None:
    assert fanout.rest_after(fanout.LONGEST_REST, 0.0, has_found=True) == fanout.REST_SECONDS


def test_looks_that_cost_much_are_rarer_whatever_they_find() -> None:
    assert fanout.rest_after(fanout.REST_SECONDS, 0.01, has_found=True) == 0.1
    assert fanout.rest_after(fanout.REST_SECONDS, 1.0, has_found=True) == fanout.LONGEST_REST
