"""Following runs and events: on a real server, and over connections that break."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing

import pytest

from client.scripted import CUT, Scripted, answer, error, stream
from client.test_retries import RUN
from runwright.client import (
    APIConnectionError,
    AuthenticationError,
    Client,
    InternalServerError,
    MalformedResponseError,
    PlanEntry,
    TraceEntry,
    WaitTimeoutError,
    streams,
)
from runwright.client.types.events import EventType
from support.server import Server

NewClient = Callable[..., Client]
DEEP = "What is 2 + 2? Then: what is 3 + 3?"
RUNNING = {**RUN, "status": "running"}


def test_events_are_the_trace_and_then_the_end(client: Client) -> None:
    run = client.runs.create(model="y0-deep", prompt=DEEP, context=["documents"])
    events = list(client.runs.events(run.id))
    ended = client.runs.wait(run.id, timeout=60)
    assert [event.entry for event in events[:-1]] == list(ended.trace or ())
    assert [event.id for event in events] == list(range(1, len(events) + 1))
    assert (events[-1].is_last, events[-1].type) == (True, "completed")
    assert [event.id for event in client.runs.events(run.id, after=2)] == [
        event.id for event in events[2:]
    ]


def test_waiting_gives_the_run_as_it_ended(client: Client) -> None:
    run = client.runs.create(model="y0-deep", prompt=DEEP)
    ended = client.runs.wait(run.id, timeout=60, include_trace=False)
    assert (ended.status, ended.trace) == ("completed", None)


def test_waiting_has_an_end(client: Client) -> None:
    text = "\n\n".join(f"Paragraph {n} of many words about nothing." for n in range(40_000))
    file = client.files.upload(text.encode(), purpose="attachment")
    run = client.runs.create(model="y0-deep", prompt="What is said?", files=[file.id])
    assert run.status == "running"
    with pytest.raises(WaitTimeoutError, match=run.id):
        client.runs.wait(run.id, timeout=0.2)
    assert client.runs.cancel(run.id).status == "cancelled"
    assert client.runs.wait(run.id).status == "cancelled"
    client.files.delete(file.id)


def test_waiting_works_where_nobody_waits(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(answer(200, RUNNING), CUT, answer(200, RUNNING), answer(200, RUN))
    assert new_client(scripted.url).runs.wait("run_1", timeout=20).status == "completed"
    waits = [int(h.headers["prefer"].removeprefix("wait=")) for h in scripted.heard]
    assert waits == sorted(waits, reverse=True)
    assert 15 < waits[0] <= 20


def test_what_happens_is_told_as_it_happens(client: Client) -> None:
    before = client.runs.create(model="y0-fast", prompt=DEEP)
    (known,) = client.events.list()
    types: list[EventType] = ["run.completed", "run.deleted"]
    with closing(client.events.stream(type=types, after=known.id)) as events:
        made = client.runs.create(model="y0-fast", prompt=DEEP, metadata={"team": "blue"})
        first = next(events)
        client.runs.delete(made.id)
        second = next(events)
    assert (first.type, first.subject) == ("run.completed", made)
    assert (second.type, second.subject_id, second.subject) == ("run.deleted", made.id, None)
    listed = [(event.type, event.subject_id) for event in client.events.list(order="asc")]
    assert listed == [
        ("run.completed", before.id),
        ("run.completed", made.id),
        ("run.deleted", made.id),
    ]
    assert client.events.retrieve(known.id).subject == before


def test_a_stream_goes_on_after_the_event_that_is_named(client: Client) -> None:
    runs = [client.runs.create(model="y0-fast", prompt=f"What is {n} + 1?") for n in range(3)]
    oldest = next(client.events.list(order="asc"))
    with closing(client.events.stream(after=oldest.id)) as events:
        assert [next(events).subject_id, next(events).subject_id] == [runs[1].id, runs[2].id]


def test_a_stream_ends_with_its_key(client: Client, server: Server, new_client: NewClient) -> None:
    for n in range(2):
        client.runs.create(model="y0-fast", prompt=f"What is {n} + 1?")
    oldest = next(client.events.list(order="asc"))
    key = client.keys.create(name="short", scopes=["events:read", "runs:read"])
    other = new_client(server.url, key.secret)
    with closing(other.events.stream(after=oldest.id)) as events:
        assert next(events).type == "run.completed"
        client.keys.revoke(key.id)
        with pytest.raises(AuthenticationError):
            next(events)


# Over connections that break --------------------------------------------------------------------


def told(number: int, data: object, name: str = "step") -> str:
    return f"id: {number}\nevent: {name}\ndata: {json.dumps(data)}\n\n"


PLAN = told(1, {"type": "plan", "ms": 1, "steps": 1}, "plan")
STEP = told(2, {"type": "step", "n": 1, "action": "calculate"})
STRANGE = told(3, {"type": "dream", "of": "sheep"}, "dream")
END = told(4, {"status": "completed"}, "completed")


def test_a_broken_stream_goes_on_without_loss_or_repetition(
    new_client: NewClient, scripted: Scripted
) -> None:
    scripted.tell(
        stream(PLAN, STEP[:20]),  # half an event is none
        CUT,
        stream(": still running\n\n", STEP),
        error(503, "overloaded", retry_after="0"),
        stream(is_whole=True),  # a server that stops
        stream(STRANGE[:9], STRANGE[9:], END),
    )
    events = list(new_client(scripted.url).runs.events("run_1"))
    assert [event.id for event in events] == [1, 2, 3, 4]
    assert isinstance(events[0].entry, PlanEntry)
    assert type(events[2].entry) is TraceEntry
    assert events[2].entry.raw == {"type": "dream", "of": "sheep"}
    assert events[-1].is_last
    seen = [heard.headers.get("last-event-id") for heard in scripted.heard]
    assert seen == [None, "1", "1", "2", "2", "2"]


def test_what_has_no_number_moves_no_place(new_client: NewClient, scripted: Scripted) -> None:
    """A model that writes: after a cut the stream goes on behind the last numbered event."""
    delta = 'event: delta\ndata: {"type":"delta","text":"Dear","restarted":false}\n\n'
    scripted.tell(stream(PLAN, delta), stream(delta), stream(STEP, END, is_whole=True))
    events = list(new_client(scripted.url).runs.events("run_1"))
    assert [event.type for event in events] == ["plan", "delta", "delta", "step", "completed"]
    assert [heard.headers.get("last-event-id") for heard in scripted.heard] == [None, "1", "1"]


def test_a_stream_that_never_goes_on_ends(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(stream(PLAN), stream(is_whole=True), stream(END))
    events = new_client(scripted.url, max_retries=1).runs.events("run_1")
    assert next(events).id == 1
    with pytest.raises(APIConnectionError):
        next(events)
    assert len(scripted.heard) == 2


def test_a_stream_in_which_nothing_happens_goes_on(
    new_client: NewClient, scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "STEADY_SECONDS", 0.0)
    scripted.tell(*[stream(": still running\n\n")] * 4, stream(END))
    events = list(new_client(scripted.url, max_retries=1).runs.events("run_1"))
    assert [event.type for event in events] == ["completed"]


def test_lines_may_end_in_either_way_and_pieces_anywhere(
    new_client: NewClient, scripted: Scripted
) -> None:
    text = (PLAN + STEP + END).replace("\n", "\r\n")
    scripted.tell(stream(*text))
    assert [e.id for e in new_client(scripted.url).runs.events("run_1")] == [1, 2, 4]


def test_an_event_that_cannot_be_understood_is_said(
    new_client: NewClient, scripted: Scripted
) -> None:
    scripted.tell(stream("id: 1\ndata: {nonsense\n\n"))
    with pytest.raises(MalformedResponseError):
        list(new_client(scripted.url).runs.events("run_1"))


def test_a_stream_that_is_refused_says_why(new_client: NewClient, scripted: Scripted) -> None:
    scripted.tell(error(500, "internal"))
    with pytest.raises(InternalServerError):
        list(new_client(scripted.url, max_retries=0).runs.events("run_1"))


def test_a_stream_begins_at_now_even_if_it_breaks_at_once(
    new_client: NewClient, scripted: Scripted
) -> None:
    event = {
        "id": "evt_1",
        "object": "event",
        "type": "run.deleted",
        "created_at": "2026-11-15T09:00:00.000Z",
        "api_version": "2026-11-15",
        "data": {"object": {"id": "run_1"}},
    }
    later = {**event, "id": "evt_2"}
    scripted.tell(
        answer(200, {"data": [event]}),
        stream(": still there\n\n"),
        stream(f"id: evt_2\nevent: run.deleted\ndata: {json.dumps(later)}\n\n"),
    )
    with closing(new_client(scripted.url).events.stream(type=["run.deleted"])) as events:
        assert next(events).id == "evt_2"
    assert [h.headers.get("last-event-id") for h in scripted.heard] == [None, "evt_1", "evt_1"]
    assert scripted.heard[1].target == "/v1/events/stream?type=run.deleted"


def test_whoever_stops_listening_lets_go_of_the_connection(
    new_client: NewClient, scripted: Scripted
) -> None:
    scripted.tell(stream(PLAN, STEP)._replace(wait=5))
    with closing(new_client(scripted.url).runs.events("run_1")) as events:
        assert next(events).id == 1
    assert len(scripted.heard) == 1
