"""The checkers find what they are there to find: a sound history with one thing wrong at a time."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from chaos import checker
from chaos.checker import Answered
from chaos.storage import Stored

Mutable = dict[str, Any]


def _bytes(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _finished() -> Mutable:
    body = _bytes(
        {
            "id": "run_a",
            "status": "completed",
            "steps_used": 1,
            "metadata": {"tag": "a"},
            "model": "y0-fast",
            "created_at": "now",
            "max_steps": 4,
            "result": {},
        }
    )
    trace = _bytes([{"type": "plan"}, {"type": "step", "n": 1}, {"type": "result"}])
    return {
        "project_id": "proj_1",
        "id": "run_a",
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
        "sha256": checker.seal(body, trace, b"{}"),
    }


def _running() -> Mutable:
    return {
        **_finished(),
        **dict.fromkeys(checker.FROZEN_COLUMNS),
        "id": "run_b",
        "status": "running",
        "metadata": '{"tag":"b"}',
        "plan": b"{}",
        "next_seq": 2,
    }


def _entry(seq: int, entry: Mutable) -> Mutable:
    return {"run_id": "run_b", "seq": seq, "entry": _bytes(entry)}


def _chain() -> list[Mutable]:
    rows, previous = [], checker.FIRST_HASH
    for seq, run in enumerate(("run_a", "run_b"), 1):
        row = {
            "project_id": "proj_1",
            "seq": seq,
            "id": f"aud_{seq}",
            "at": "now",
            "request_id": f"req_{run}",
            "key_id": "key_1",
            "action": "runs.create",
            "resource": run,
            "scope": "runs:write",
            "decision": "allowed",
            "detail": "{}",
            "prev_hash": previous,
        }
        previous = row["hash"] = checker._hash(row)
        rows.append(row)
    return rows


def _sound() -> Stored:
    chain = _chain()
    finished = _finished()
    return Stored(
        runs=[finished, _running()],
        trace_entries=[_entry(0, {"type": "plan"}), _entry(1, {"type": "step", "n": 1})],
        jobs=[{"subject": "run_b"}],
        idempotency=[
            {
                "key": "k",
                "status": 201,
                "body": finished["body"],
                "resource": "run_a",
                "erased_at": None,
            }
        ],
        audit_log=list(chain),
        audit_heads=[{"project_id": "proj_1", "seq": 2, "hash": chain[-1]["hash"]}],
        erasures=[],
    )


def _answer(**changed: Any) -> Answered:
    body = _finished()["body"]
    return Answered(**{"tag": "a", "key": "k", "request_id": "req_run_a", "body": body, **changed})


def test_a_sound_history_has_no_violations() -> None:
    """Nothing is reported where nothing is wrong."""
    stored = _sound()
    assert checker.check_all(stored, [_answer(), _answer()]) == []
    assert checker.check_nothing_lost(stored) == []


def _set(table: str, place: int, **changed: Any) -> Callable[[Stored], None]:
    def change(stored: Stored) -> None:
        getattr(stored, table)[place].update(changed)

    return change


def _remove(table: str, place: int) -> Callable[[Stored], None]:
    return lambda stored: getattr(stored, table).pop(place)


def _repeat(table: str, place: int, **changed: Any) -> Callable[[Stored], None]:
    return lambda stored: getattr(stored, table).append(
        {**getattr(stored, table)[place], **changed}
    )


@pytest.mark.parametrize(
    ("plant", "explained"),
    [
        (_set("runs", 0, body=None), "has ended without body"),
        (_set("runs", 0, sha256="0"), "hash that they were frozen with"),
        (_set("runs", 0, plan=b"{}"), "still has its plan"),
        (_set("runs", 0, status="failed"), "'completed' in the body and 'failed' in the row"),
        (_set("runs", 0, status="lost"), "has a status that is none"),
        (_set("runs", 0, steps_used=2), "used 2 steps"),
        (_set("runs", 0, request=b'{"max_steps":0}'), "passed its ceiling"),
        (_set("runs", 1, plan=None), "in work without a plan"),
        (_set("runs", 1, body=b"{}"), "has a frozen body"),
        (_set("runs", 1, next_seq=3), "the next would be 3"),
        (_set("runs", 1, metadata='{"tag":"a"}'), "request a made 2 runs"),
        (_set("trace_entries", 1, seq=2), "its journal has the entries [0, 2]"),
        (_set("trace_entries", 1, entry=b'{"type":"step","n":2}'), "numbered [2]"),
        (_set("trace_entries", 0, entry=b'{"type":"step","n":1}'), "begin with its one plan"),
        (_set("trace_entries", 1, run_id="run_a"), "still has 1 journal entries"),
        (_set("trace_entries", 1, run_id="run_x"), "has a journal and no run"),
        (_remove("jobs", 0), "nobody has it to do"),
        (_repeat("jobs", 0), "run_b has 2 jobs"),
        (_repeat("jobs", 0, subject="run_a"), "a job is left for run_a"),
        (_set("idempotency", 0, body=None), "claimed without an answer"),
        (_set("idempotency", 0, resource="run_x"), "its run run_x does not exist"),
        (_set("idempotency", 0, resource="run_b"), "shows another run"),
        (_set("idempotency", 0, erased_at="now"), "still has its answer"),
        (_set("idempotency", 0, body=b'{"deleted":true}'), "says deleted, and run_a exists"),
        (_set("audit_log", 0, scope="runs:read"), "entry 1 was altered"),
        (_set("audit_log", 1, prev_hash="1"), "does not follow"),
        (_remove("audit_log", 0), "entry 1 is missing"),
        (_remove("audit_log", 1), "the head stands at 2, the log at 1"),
        (_remove("audit_heads", 0), "has a log and no head"),
        (_set("audit_log", 1, decision="denied"), "run_b has 0 creation entries"),
        (_set("audit_log", 1, detail='{"replayed":true}'), "run_b has 0 creation entries"),
        (_remove("runs", 0), "run_a was answered and does not exist"),
    ],
)
def test_a_planted_violation_is_found(plant: Callable[[Stored], object], explained: str) -> None:
    """Each kind of damage to the rows is reported with what is wrong."""
    stored = copy.deepcopy(_sound())
    plant(stored)
    assert explained in "\n".join(checker.check_all(stored, [_answer()]))


@pytest.mark.parametrize(
    ("answers", "explained"),
    [
        ([_answer(request_id="req_x")], "no audit entry carries its req_x"),
        ([_answer(tag="z")], "another request's run"),
        ([_answer(body=_finished()["body"].replace(b"y0-fast", b"y0-slow"))], "answered as"),
        (
            [_answer(), _answer(body=_finished()["body"].replace(b"now", b"later"))],
            "Idempotency-Key k was answered in 2 ways",
        ),
    ],
)
def test_a_wrong_answer_is_found(answers: list[Answered], explained: str) -> None:
    """Each way in which an answer can differ from what is stored is reported."""
    assert explained in "\n".join(checker.check_all(_sound(), answers))


def test_a_creation_without_its_run_is_found() -> None:
    """An audited run that is neither there nor erased is reported."""
    stored = copy.deepcopy(_sound())
    stored.runs.pop(1)
    assert checker.check_nothing_lost(stored) == ["run_b has a creation entry and is not there"]
    stored.erasures.append({"id": "run_b"})
    assert checker.check_nothing_lost(stored) == []


def test_a_source_read_twice_is_found() -> None:
    """A context fetch that was repeated is reported."""
    stored = copy.deepcopy(_sound())
    for place in (1, 2):
        entry = _entry(place, {"type": "context", "source": "calendar"})
        stored.trace_entries[place:] = [entry]
    stored.runs[1].update(next_seq=3, steps_used=0)
    assert "read a source twice" in "\n".join(checker.check_runs(stored))


def test_a_changed_trace_is_found() -> None:
    """An entry that was shown and is gone or another is reported."""
    assert checker.check_prefix([1, 2], [1, 2, 3]) == []
    assert checker.check_prefix([1, 2], [1]) == ["entry 1 (2) was shown and is gone"]
    assert checker.check_prefix([1, 2], [1, 3, 4]) == ["entry 1 was 2 and is 3"]


def test_a_repeated_step_is_found() -> None:
    """A step that was computed more often than it was lost is reported."""
    assert checker.check_computed_once(["a", "b"], ["a", "b", "b"], {"b": 1}) == []
    assert checker.check_computed_once(["a"], ["a", "a"], {}) == [
        "'a' was computed 2 times instead of 1"
    ]
    assert checker.check_computed_once(["a"], [], {}) == ["'a' was computed 0 times instead of 1"]
    assert checker.check_computed_once([], ["a"], {}) == ["'a' was computed and is no step"]
