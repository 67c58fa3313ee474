"""What is kept of responses: never behind the back of an erasure, and never a secret."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from db.kit import grant, new_project
from events.webhooks.test_fanout import deliveries, fan_out, subscribed
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.transaction import Tx
from runwright.events.outbox import happened
from runwright.events.webhooks import store as webhooks_store
from runwright.events.webhooks.deliveries import store
from runwright.events.webhooks.deliveries.types import (
    MOST_BYTES,
    DeliveryResponse,
    response_of,
    text_of,
)
from runwright.events.webhooks.types import Delivery, Webhook
from runwright.trust import audit
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

WRITE, READ = Scope.WEBHOOKS_WRITE, Scope.WEBHOOKS_READ
RESPONSE = DeliveryResponse(200, {"x-echo": "yes"}, b"Hello \x00\xff", False)
BLOCKED_SECONDS = 0.5


@pytest.fixture
def project(database: Database) -> str:
    return new_project(database)


@pytest.fixture
def writers(
    kind: str, new_database: Callable[..., str | None], tmp_path: Path
) -> Iterator[tuple[Database, Database]]:
    """One database with two writers, as two processes have them."""
    url = new_database(kind, tmp_path / "data")
    settings = Settings(data=tmp_path / "data", database_url=url)
    with ExitStack() as stack:
        opened = Database(driver_for(settings), audit.append, 1000)
        other = Database(driver_for(settings), audit.append, 1000)
        for each in (opened, other):
            each.start()
            stack.callback(each.close)
        yield opened, other


def told_about(database: Database, project_id: str, subject: Webhook) -> Delivery:
    """A delivery of an event about a webhook, to another one."""
    hook = subscribed(database, project_id, "webhook.disabled")
    allowed = grant(project_id, WRITE)
    database.write_now(lambda tx: happened(tx, allowed, "webhook.disabled", subject.id))
    fan_out(database)
    return deliveries(database, hook)[0]


def keep(tx: Tx, project_id: str, delivery: Delivery, response: DeliveryResponse | None) -> None:
    def lock_subject(tx: Tx, allowed: Grant, event_type: str, subject: str) -> bool:
        assert event_type == delivery.type
        return webhooks_store.lock(tx, allowed, subject)

    store.keep(tx, grant(project_id, WRITE), [(delivery, response)], lock_subject)


def erase(tx: Tx, subject: Webhook) -> None:
    allowed = grant(subject.project_id, WRITE)
    webhooks_store.hold(tx, allowed, subject.id)
    webhooks_store.remove(tx, allowed, subject.id)


def kept(database: Database, project_id: str, delivery: Delivery) -> DeliveryResponse | None:
    allowed = grant(project_id, READ)
    return database.read_now(
        lambda reader: store.read(reader, allowed, delivery.webhook_id, delivery.id)
    )


def test_a_response_is_kept_as_it_came_until_the_next(database: Database, project: str) -> None:
    delivery = told_about(database, project, subscribed(database, project, "run.failed"))
    database.write_now(lambda tx: keep(tx, project, delivery, RESPONSE))
    assert kept(database, project, delivery) == RESPONSE
    later = RESPONSE._replace(status_code=500, truncated=True)
    database.write_now(lambda tx: keep(tx, project, delivery, later))
    assert kept(database, project, delivery) == later
    database.write_now(lambda tx: keep(tx, project, delivery, None))
    assert kept(database, project, delivery) is None


def test_an_old_delivery_takes_its_response_with_it(database: Database, project: str) -> None:
    delivery = told_about(database, project, subscribed(database, project, "run.failed"))
    database.write_now(lambda tx: keep(tx, project, delivery, RESPONSE))
    database.write_now(lambda tx: webhooks_store.drop_old(tx, "9999", 10))
    assert kept(database, project, delivery) is None


@pytest.mark.parametrize("comes_first", ["response", "erasure"])
def test_nothing_is_kept_about_what_is_erased(
    database: Database, project: str, comes_first: str
) -> None:
    subject = subscribed(database, project, "run.failed")
    delivery = told_about(database, project, subject)
    acts: list[Callable[[Tx], object]] = [
        lambda tx: keep(tx, project, delivery, RESPONSE),
        lambda tx: erase(tx, subject),
    ]
    for act in acts if comes_first == "response" else acts[::-1]:
        database.write_now(act)
    assert kept(database, project, delivery) is None


@pytest.mark.parametrize("comes_first", ["response", "erasure"])
def test_nothing_is_kept_about_what_another_process_erases_at_the_same_time(
    writers: tuple[Database, Database], comes_first: str
) -> None:
    database, other = writers
    project = new_project(database)
    subject = subscribed(database, project, "run.failed")
    delivery = told_about(database, project, subject)
    acts: list[Callable[[Tx], object]] = [
        lambda tx: keep(tx, project, delivery, RESPONSE),
        lambda tx: erase(tx, subject),
    ]
    first, second = acts if comes_first == "response" else acts[::-1]
    beside = threading.Thread(target=lambda: other.write_now(second))

    def act(tx: Tx) -> None:
        first(tx)
        beside.start()
        # It cannot end before this is committed; if it could, it would have by then.
        beside.join(BLOCKED_SECONDS)

    database.write_now(act)
    beside.join()
    assert kept(database, project, delivery) is None


# What is kept of one ----------------------------------------------------------------------------


def test_headers_are_kept_in_lower_case_joined_and_without_secrets() -> None:
    secrets = [
        *(b"Set-Cookie", b"set-cookie2", b"Cookie", b"Authorization", b"Authentication-Info"),
        *(b"WWW-Authenticate", b"Proxy-Authenticate", b"proxy-authorization", b"Proxy-Anything"),
    ]
    headers = [(b"Via", b"a"), *((name, b"secret") for name in secrets), (b"via", b"b\xe9")]
    assert response_of(200, headers, b"", True).headers == {"via": "a, b\xe9"}


def test_more_headers_than_fit_are_left_out() -> None:
    headers = [(b"x-%d" % n, b"y" * 1000) for n in range(20)]
    found = response_of(200, headers, b"", True)
    assert list(found.headers) == [f"x-{n}" for n in range(8)]
    assert found.truncated


@pytest.mark.parametrize(
    ("size", "is_whole", "truncated"),
    [
        (0, True, False),
        (MOST_BYTES, True, False),
        (MOST_BYTES, False, True),
        (MOST_BYTES + 1, False, True),
        (3, False, True),
    ],
)
def test_a_body_that_is_not_whole_is_said_to_be_cut(
    size: int, is_whole: bool, truncated: bool
) -> None:
    found = response_of(200, [], b"x" * size, is_whole)
    assert (len(found.body), found.truncated) == (min(size, MOST_BYTES), truncated)


@pytest.mark.parametrize(
    ("body", "is_cut", "text"),
    [
        ("é".encode(), False, "é"),
        ("aé".encode()[:2], True, "a"),
        ("aé".encode()[:2], False, "a\ufffd"),
        (b"a\xffb", True, "a\ufffdb"),
    ],
)
def test_bytes_that_are_no_text_are_replaced_but_for_a_cut_character(
    body: bytes, is_cut: bool, text: str
) -> None:
    assert text_of(body, is_cut) == text
