"""Following a run: `Prefer: wait`, and server-sent events that can be resumed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator

import httpx
import pytest

from support.client import Api, error_of
from support.patience import PATIENCE, until
from support.server import Server

DEEP = {"model": "y0-deep", "context": ["documents", "finance"]}
PROMPT = "What is 2 + 2? Then: what is 3 + 3?"


Event = tuple[int, str, dict[str, object]]


def events(
    api: Api, run_id: str, seen: int | None = None, into: list[Event] | None = None
) -> list[Event]:
    """Every event of a run, until the stream ends; each in a list the moment that it comes."""
    found = [] if into is None else into
    headers = {} if seen is None else {"Last-Event-ID": str(seen)}
    with api.http.stream("GET", f"/v1/runs/{run_id}/events", headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert "Content-Length" not in answer.headers
        for event in parsed(answer):
            found.append(event)
    return found


def parsed(answer: httpx.Response) -> Iterator[Event]:
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            yield int(fields["id"]), fields["event"], json.loads(fields["data"])
            fields = {}


@pytest.mark.parametrize("model", ["y0-fast", "y0-deep"])
def test_the_events_are_the_trace_and_then_the_end(api: Api, model: str) -> None:
    run_id = api.run(PROMPT, **{**DEEP, "model": model})["id"]
    found = events(api, run_id)
    trace = api.finished(run_id)["trace"]
    assert [number for number, _, _ in found] == list(range(1, len(trace) + 2))
    assert [data for _, _, data in found[:-1]] == trace
    assert [name for _, name, _ in found] == [*(entry["type"] for entry in trace), "completed"]
    assert found[-1][2] == {"status": "completed"}


def test_a_stream_goes_on_behind_what_was_seen(api: Api) -> None:
    run_id = api.finished(api.run(PROMPT, **DEEP)["id"])["id"]
    whole = events(api, run_id)
    for seen in range(len(whole) + 1):
        assert events(api, run_id, seen) == whole[seen:]


def test_an_empty_last_event_id_is_none(api: Api) -> None:
    path = f"/v1/runs/{api.run()['id']}/events"
    assert api.get(path, headers={"Last-Event-ID": ""}).text == api.get(path).text


@pytest.mark.parametrize("wrong", ["x", "-1", "1.5", "99999999999"])
def test_what_is_no_number_was_no_event(api: Api, wrong: str) -> None:
    answer = api.get(f"/v1/runs/{api.run()['id']}/events", headers={"Last-Event-ID": wrong})
    assert set(error_of(answer, 400, "invalid_request")["errors"]) == {"Last-Event-ID"}


def test_a_stream_is_one_entry_in_the_audit_log(api: Api) -> None:
    run_id = api.run(PROMPT, **DEEP)["id"]
    events(api, run_id)
    assert len(api.audit(action="runs.events", resource=run_id)) == 1


def test_a_stream_needs_the_scope_and_a_run(api: Api) -> None:
    run_id = api.run()["id"]
    with api.key("runs:write") as narrow:
        error_of(narrow.get(f"/v1/runs/{run_id}/events"), 403, "scope_denied")
    api.delete(f"/v1/runs/{run_id}")
    error_of(api.get(f"/v1/runs/{run_id}/events"), 409, "already_deleted")


# With the worker held back: a run that stays on its way ------------------------------------------


@pytest.fixture
def slow(new_server: Callable[..., Server]) -> Iterator[Api]:
    """A server on which every background run waits for a file that is never read."""
    server = new_server(settings={"RUNWRIGHT_EXTRACT_SLOTS": "1"}).start()
    with server.project() as api:
        yield api
    server.stop()


def waiting_run(api: Api) -> str:
    """A run that waits for a file whose reader takes its time."""
    text = "\n\n".join(f"Paragraph {n} of many words about nothing." for n in range(40_000))
    file_id = api.upload(text.encode(), purpose="attachment").json()["id"]
    return str(api.run("What is said?", model="y0-deep", files=[file_id])["id"])


@pytest.mark.parametrize(("act", "last"), [("cancel", "cancelled"), ("delete", "deleted")])
def test_whoever_follows_sees_the_end_at_once(slow: Api, act: str, last: str) -> None:
    run_id = waiting_run(slow)
    seen: list[Event] = []
    following = threading.Thread(target=lambda: events(slow, run_id, into=seen))
    following.start()
    until(lambda: seen, "the plan was shown")
    with Api(slow.url, slow.secret) as other:
        if act == "cancel":
            other.post(f"/v1/runs/{run_id}/cancel")
        else:
            other.delete(f"/v1/runs/{run_id}")
    following.join(PATIENCE)
    assert not following.is_alive()
    assert [name for _, name, _ in seen] == ["plan", last]


def test_a_server_that_stops_lets_go_of_its_streams(new_server: Callable[..., Server]) -> None:
    server = new_server(settings={"RUNWRIGHT_SHUTDOWN_GRACE": "60"}).start()
    with server.project() as api:
        run_id = waiting_run(api)
        seen: list[Event] = []
        ended = threading.Event()

        def follow() -> None:
            events(api, run_id, into=seen)
            ended.set()

        threading.Thread(target=follow, daemon=True).start()
        until(lambda: seen, "the plan was shown")
        assert server.stop() == 0
        assert ended.wait(PATIENCE)


# Prefer: wait -----------------------------------------------------------------------------------


def test_a_get_can_wait_for_the_end(api: Api) -> None:
    run_id = api.run(PROMPT, **DEEP)["id"]
    answer = api.get(f"/v1/runs/{run_id}", headers={"Prefer": "respond-async, wait=30"})
    assert answer.json()["status"] == "completed"
    assert answer.headers["Preference-Applied"] == "wait=30"


def test_a_wait_ends_when_its_time_is_over(slow: Api) -> None:
    run_id = waiting_run(slow)
    answer = slow.get(f"/v1/runs/{run_id}", headers={"Prefer": "wait=1"})
    assert answer.status_code == 200
    assert answer.headers["Preference-Applied"] == "wait=1"
    slow.post(f"/v1/runs/{run_id}/cancel")


@pytest.mark.parametrize("prefer", ["wait=x", "await=5", "return=minimal", ""])
def test_any_other_preference_is_let_be(api: Api, prefer: str) -> None:
    answer = api.get(f"/v1/runs/{api.run()['id']}", headers={"Prefer": prefer})
    assert answer.status_code == 200
    assert "Preference-Applied" not in answer.headers


def test_nobody_waits_longer_than_a_minute(api: Api) -> None:
    answer = api.get(f"/v1/runs/{api.run()['id']}", headers={"Prefer": "wait=3600"})
    assert answer.headers["Preference-Applied"] == "wait=60"
