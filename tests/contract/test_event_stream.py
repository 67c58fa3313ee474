"""`GET /v1/events/stream`: told as it happens, resumed without loss, ended with its key."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from support.client import Api, error_of
from support.patience import PATIENCE
from support.server import Server

Told = tuple[str, str, dict[str, Any]]


def parsed(answer: httpx.Response) -> Iterator[Told]:
    """Each event of a stream; what is only a sign of life is left out."""
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            yield fields["id"], fields["event"], json.loads(fields["data"])
            fields = {}


@contextmanager
def stream(api: Api, last: str | None = None, **query: str) -> Iterator[Iterator[Told]]:
    """An open stream."""
    headers = {} if last is None else {"Last-Event-ID": last}
    path = "/v1/events/stream"
    with httpx.Client(base_url=api.url, timeout=PATIENCE) as http:
        headers["Authorization"] = f"Bearer {api.secret}"
        with http.stream("GET", path, headers=headers, params=query) as answer:
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == "text/event-stream"
            yield parsed(answer)


def some(told: Iterator[Told], count: int) -> list[Told]:
    return [next(told) for _ in range(count)]


def test_what_happens_is_told_as_it_happens(api: Api) -> None:
    api.run("What is 0 + 0?")
    with stream(api) as told:
        made = api.run("What is 1 + 1?", metadata={"team": "blue"})
        file = api.file(b"The plumber comes on Monday.")
        first, second = some(told, 2)
    assert (first[1], first[2]["data"]["object"]["id"]) == ("run.completed", made["id"])
    assert (second[1], second[2]["data"]["object"]["id"]) == ("file.processed", file["id"])
    assert first[0] == first[2]["id"]
    assert api.get(f"/v1/events/{first[0]}").json() == first[2]


def test_a_stream_goes_on_behind_the_event_that_was_seen(api: Api) -> None:
    for n in range(4):
        api.run(f"What is {n} + 1?")
    whole = api.get("/v1/events", params={"order": "asc"}).json()["data"]
    for at in range(3):
        with stream(api, last=whole[at]["id"]) as told:
            assert [each[2] for each in some(told, 3 - at)] == whole[at + 1 :]


def test_many_events_are_resumed_without_a_gap(api: Api) -> None:
    made = [api.run("What is 1 + 1?")["id"] for _ in range(150)]
    first = api.get("/v1/events", params={"order": "asc", "limit": 1}).json()["data"][0]
    with stream(api, last=first["id"]) as told:
        found = [each[2]["data"]["object"]["id"] for each in some(told, 149)]
    assert found == made[1:]


def test_many_writers_lose_and_repeat_nothing(api: Api) -> None:
    def write() -> None:
        with Api(api.url, api.secret) as own:
            for _ in range(10):
                own.run()

    writers = [threading.Thread(target=write) for _ in range(6)]
    with stream(api) as told:
        for writer in writers:
            writer.start()
        found = [each[0] for each in some(told, 60)]
        for writer in writers:
            writer.join()
    listed = api.get("/v1/events", params={"limit": 100}).json()["data"]
    assert len(set(found)) == 60
    assert set(found) == {event["id"] for event in listed}


def test_types_and_scopes_narrow_a_stream(api: Api) -> None:
    with (
        api.key("events:read", "files:read") as narrow,
        stream(narrow) as of_files,
        stream(api, type="file.processed") as of_one,
    ):
        api.run()
        file = api.file(b"The plumber comes on Monday.")
        for told in (of_files, of_one):
            _, name, event = next(told)
            assert (name, event["data"]["object"]["id"]) == ("file.processed", file["id"])


def test_a_stream_ends_when_its_key_is_revoked_or_narrowed(api: Api) -> None:
    made = api.post(
        "/v1/keys", {"name": "listener", "scopes": ["events:read", "runs:read", "files:read"]}
    ).json()
    with Api(api.url, made["secret"]) as listener:
        with stream(listener) as told:
            api.patch(f"/v1/keys/{made['id']}", {"scopes": ["events:read", "files:read"]})
            assert list(told) == []
        with stream(listener) as told:
            api.delete(f"/v1/keys/{made['id']}")
            assert list(told) == []
        error_of(listener.get("/v1/events/stream"), 401, "unauthenticated")


@pytest.mark.parametrize("wrong", ["1", "evt_01k00000000000000000000000", "run_x"])
def test_what_is_no_event_cannot_be_gone_on_from(api: Api, wrong: str) -> None:
    answer = api.get("/v1/events/stream", headers={"Last-Event-ID": wrong})
    assert set(error_of(answer, 400, "invalid_request")["errors"]) == {"Last-Event-ID"}


def test_another_projects_event_cannot_be_gone_on_from(api: Api, server: Server) -> None:
    api.run()
    event = api.get("/v1/events").json()["data"][0]["id"]
    with server.project() as other:
        answer = other.get("/v1/events/stream", headers={"Last-Event-ID": event})
        error_of(answer, 400, "invalid_request")


def test_a_stream_is_on_record_once_for_each_scope(api: Api) -> None:
    with stream(api, type="run.completed") as told:
        for _ in range(3):
            api.run()
        some(told, 3)
    entries = api.audit(action="events.stream")
    assert [entry["scope"] for entry in entries] == ["events:read", "runs:read"]
