"""The checker of clusters finds what it is there to find: one thing wrong at a time."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from chaos import checker as rows
from chaos.storage import Stored
from cluster.checker import History, check
from cluster.record import Call

PROJECT = "proj_1"
RUN, GONE, FILE = "run_a", "run_b", "file_a"
Change = Callable[[History], History]


def _bytes(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


BODY = {
    "id": RUN,
    "object": "run",
    "status": "completed",
    "steps_used": 1,
    "metadata": {"tag": "a"},
    "model": "y0-fast",
    "created_at": "now",
    "max_steps": 4,
    "result": {},
}
TRACE = [{"type": "plan"}, {"type": "step", "n": 1}, {"type": "result"}]


def _run(**changed: Any) -> dict[str, Any]:
    body, trace = _bytes(BODY), _bytes(TRACE)
    return {
        "project_id": PROJECT,
        "id": RUN,
        "key_id": "key_1",
        "status": "completed",
        "steps_used": 1,
        "metadata": '{"tag":"a"}',
        "request": b'{"max_steps":4}',
        "plan": None,
        "next_seq": 0,
        "body": body,
        "trace": trace,
        "timeline": b"{}",
        "sha256": rows.seal(body, trace, b"{}"),
        **changed,
    }


def _reordered() -> dict[str, Any]:
    """The run with a trace that goes on behind its result; its seal fits."""
    trace = _bytes([TRACE[0], TRACE[2], TRACE[1], TRACE[2]])
    return _run(trace=trace, sha256=rows.seal(_bytes(BODY), trace, b"{}"))


def _call(method: str, path: str, status: int | None, body: Any, **given: Any) -> Call:
    request_id = None if status is None else f"req_{method}_{path}"
    values = {"request_id": request_id, "body": _bytes(body), **given}
    return Call(project=PROJECT, method=method, path=path, status=status, **values)


def _calls() -> list[Call]:
    deleted = {"id": GONE, "object": "run", "deleted": True}
    made = {**BODY, "id": GONE, "metadata": {"tag": "b"}}
    refusal = {"error": {"code": "overloaded"}}
    return [
        _call("POST", "/v1/runs", None, None, key="k-a", tag="a", cut="EOFError"),
        _call("POST", "/v1/runs", 503, refusal, key="k-a", tag="a", retry_after="1"),
        _call("POST", "/v1/runs", 201, BODY, key="k-a", tag="a"),
        _call("POST", "/v1/runs", 201, made, key="k-b", tag="b", request_id="req_b"),
        _call("DELETE", f"/v1/runs/{GONE}", 200, deleted, key="k-d"),
        _call("POST", "/v1/runs", 409, {"error": {}}, key="k-b", tag="b", request_id="req_again"),
        _call("GET", f"/v1/runs/{RUN}", 200, {**BODY, "trace": TRACE}),
        _call("POST", "/v1/files", 200, {"id": FILE, "object": "file"}, key="k-f", tag="f"),
    ]


def _entries(calls: list[Call]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    previous = rows.FIRST_HASH
    for seq, call in enumerate((call for call in calls if call.request_id), 1):
        creates = call.path == "/v1/runs" and call.status == 201
        row = {
            "project_id": PROJECT,
            "seq": seq,
            "id": f"aud_{seq}",
            "at": "now",
            "request_id": call.request_id,
            "key_id": "key_1",
            "action": rows.CREATED if creates else "other",
            "resource": call.json()["id"] if creates else call.subject,
            "scope": "runs:write",
            "decision": "allowed",
            "detail": "{}",
            "prev_hash": previous,
        }
        previous = row["hash"] = rows._hash(row)
        entries.append(row)
    return entries


def _sound() -> History:
    calls = _calls()
    log = _entries(calls)
    events = [
        {"project_id": PROJECT, "id": f"evt_{n}", "type": kind, "subject": subject}
        for n, (kind, subject) in enumerate(
            [("run.completed", RUN), ("run.deleted", GONE), ("file.processed", FILE)]
        )
    ]
    return History(
        calls=calls,
        stored=Stored(
            runs=[_run()],
            trace_entries=[],
            jobs=[{"subject": "wh_1"}],
            idempotency=[],
            audit_log=list(log),
            audit_heads=[{"project_id": PROJECT, "seq": len(log), "hash": log[-1]["hash"]}],
            erasures=[{"id": GONE, "what": "run"}],
        ),
        files=[{"id": FILE, "status": "processed", "metadata": '{"tag":"f"}'}],
        events=events,
        delivered={PROJECT: ["evt_0", "evt_1", "evt_2", "evt_2"]},
    )


def test_a_sound_history_has_no_violations() -> None:
    """Cut connections, refusals, retries, deletions and events told twice are all well."""
    assert check(_sound()) == []


def _in(table: str, *changed: Any) -> Change:
    """One table of the database, with other rows."""
    return lambda history: replace(
        history, stored=replace(history.stored, **{table: list(changed)})
    )


def _also(**given: Any) -> Change:
    """One more call."""
    values: dict[str, Any] = {"method": "GET", "path": "/v1/runs", "status": 200, "body": {}}
    wanted = {**values, **given}
    named = [wanted.pop(name) for name in ("method", "path", "status", "body")]
    return lambda history: replace(history, calls=[*history.calls, _call(*named, **wanted)])


def _without_entry(history: History) -> History:
    """The log of a server that forgot one call, and chained the others as if nothing were."""
    calls = [call for call in history.calls if call.method != "GET"]
    log = _entries(calls)
    head = {"project_id": PROJECT, "seq": len(log), "hash": log[-1]["hash"]}
    return replace(history, stored=replace(history.stored, audit_log=log, audit_heads=[head]))


def _with(**changed: Any) -> Change:
    return lambda history: replace(history, **changed)


SHOWN_MORE = {**BODY, "trace": [*TRACE[:2], {"type": "step", "n": 2}]}
SHOWN_CANCELLED = {**BODY, "status": "cancelled"}


@pytest.mark.parametrize(
    ("plant", "explained"),
    [
        (_in("runs"), "run_a was answered and does not exist"),
        (_in("runs", _run(), _run(id="run_c")), "request a made 2 runs"),
        (_in("runs", _run(), _run(id=GONE)), "run_b was deleted and is still there"),
        (_in("runs", _reordered()), "its trace goes 'plan result step result'"),
        (_in("runs", _run(status="running", body=None)), "run_a is still in work"),
        (_in("erasures"), "run_b was deleted and has no receipt"),
        (_in("jobs", {"subject": RUN}), "a job is left for run_a"),
        (_in("jobs", {"subject": GONE}), "a job is left for run_b"),
        (_with(files=[]), "file_a was answered and does not exist"),
        (
            _with(
                files=[{"id": f, "status": "processed", "metadata": '{"tag":"f"}'} for f in "xy"]
            ),
            "request f made 2 files",
        ),
        (
            _with(files=[{"id": FILE, "status": "processing", "metadata": '{"tag":"f"}'}]),
            "file_a is still being read",
        ),
        (_also(body={**BODY, "id": "run_c"}, key="k-a"), "Idempotency-Key k-a made 2 things"),
        (_also(status=None, key="k-z", cut="EOFError"), "Idempotency-Key k-z was never answered"),
        (_also(status=500, body={"error": {}}), "GET /v1/runs was answered 500"),
        (_also(status=404, body={"error": {}}), "GET /v1/runs was answered 404"),
        (_also(path=f"/v1/runs/{RUN}", status=409, body={"error": {}}), "was answered 409"),
        (_also(status=503, body={"error": {"code": "overloaded"}}), "without Retry-After"),
        (
            _also(status=503, body={"error": {"code": "internal"}}, retry_after="1"),
            "without Retry-After or code",
        ),
        (_also(body=SHOWN_MORE), "run_a: entry 2 was"),
        (_also(body=SHOWN_CANCELLED), "run_a was shown as cancelled and is completed"),
        (_also(request_id="req_x"), "no audit entry has req_x"),
        (_without_entry, f"GET /v1/runs/{RUN}: no audit entry has"),
        (_with(events=[]), "run_a has no event run.completed"),
        (
            lambda history: replace(history, events=[*history.events, history.events[0]]),
            "run_a has 2 events run.completed",
        ),
        (_with(delivered={PROJECT: ["evt_0", "evt_2"]}), "evt_1 (run.deleted of run_b) was never"),
        (_with(delivered={"proj_2": ["evt_0", "evt_1", "evt_2"]}), "evt_0 (run.completed"),
    ],
)
def test_a_planted_violation_is_found(plant: Change, explained: str) -> None:
    """Each kind of damage is reported with what is wrong."""
    assert explained in "\n".join(check(plant(copy.deepcopy(_sound()))))


@pytest.mark.parametrize(
    ("table", "changed", "explained"),
    [
        ("audit_log", {"scope": "runs:read"}, "entry 1 was altered"),
        ("audit_heads", {"seq": 9}, "the head stands at 9"),
    ],
)
def test_a_broken_chain_is_found(table: str, changed: dict[str, Any], explained: str) -> None:
    """An altered entry and a head that does not fit are reported."""
    history = copy.deepcopy(_sound())
    getattr(history.stored, table)[0].update(changed)
    assert explained in "\n".join(check(history))
