"""Traces as bytes: canonical, complete, and the same whoever writes them."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import pairwise
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright import canonical, clock
from runwright.runs import trace
from runwright.runs.inputs.request import Request
from runwright.runs.types import Recorded, RunHead

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def head(metadata: dict[str, str]) -> RunHead:
    return RunHead(
        id="run_x",
        model="y0-fast",
        snapshot="y0-fast-2026-11",
        created_at="2026-11-15T10:00:00.000Z",
        metadata=metadata,
        request=Request(prompt="p", sources=(), max_steps=4, time_zone="UTC"),
    )


RECORDS = [
    Recorded(entry=trace.plan_entry(1, 1), start_us=0, duration_us=10),
    Recorded(entry=trace.context_entry("calendar", "calendar:read", 2), start_us=10, duration_us=5),
    Recorded(entry=trace.step_entry(1, "calculate"), start_us=15, duration_us=5, output=b"{}"),
    Recorded(entry=trace.result_entry(2), start_us=20, duration_us=1),
]


@given(st.dictionaries(TEXT, TEXT, max_size=4), TEXT)
def test_a_frozen_run_with_its_trace_is_canonical_json(
    metadata: dict[str, str], summary: str
) -> None:
    result = {"summary": summary, "artifacts": []}
    frozen = trace.freeze(head(metadata), "completed", RECORDS, result=result)
    whole = trace.with_trace(frozen.body, frozen.trace)
    value = json.loads(whole)
    assert canonical.dumps(value) == whole
    parts = [frozen.body, frozen.trace, frozen.timeline]
    assert trace.seal(*parts) == frozen.sha256
    for at in range(3):
        altered = [part + b" " if n == at else part for n, part in enumerate(parts)]
        assert trace.seal(*altered) != frozen.sha256
    assert value["metadata"] == metadata
    assert value["result"] == result
    assert value["trace"] == [dict(record.entry) for record in RECORDS]


@pytest.mark.parametrize(
    ("status", "options", "extra"),
    [
        ("completed", {"result": {"summary": "s", "artifacts": []}}, {"result"}),
        ("failed", {"error": {"code": "internal", "message": "m"}}, {"error"}),
        ("cancelled", {}, set()),
    ],
)
def test_each_end_has_its_own_fields(status: Any, options: Any, extra: set[str]) -> None:
    frozen = trace.freeze(head({}), status, RECORDS, **options)
    value = json.loads(frozen.body)
    assert {"result", "error"} & set(value) == extra
    assert (value["status"], value["steps_used"]) == (status, 1)
    assert b"output" not in frozen.trace + frozen.timeline


def test_a_timeline_has_a_line_for_each_entry() -> None:
    value = json.loads(trace.timeline(head({}), RECORDS, b"{}"))
    assert [line["start_us"] for line in value["entries"]] == [0, 10, 15, 20]
    assert value["snapshot"] == "y0-fast-2026-11"


def test_laps_follow_each_other_without_a_gap() -> None:
    watch = trace.Stopwatch(clock.now() - timedelta(seconds=1))
    laps = [watch.lap({"type": "step"}) for _ in range(5)]
    assert laps[0].start_us >= 1_000_000
    for one, two in pairwise(laps):
        assert one.start_us + one.duration_us == two.start_us


def test_a_clock_that_goes_back_makes_no_negative_time() -> None:
    watch = trace.Stopwatch(clock.now() + timedelta(hours=1))
    lap = watch.lap({"type": "plan"})
    assert lap.start_us == 0
    assert 0 <= lap.duration_us < 3_600_000_000, "the hour is counted"


@pytest.mark.parametrize(("us", "ms"), [(0, 0), (499, 0), (500, 1), (1499, 1), (1500, 2)])
def test_milliseconds_are_rounded(us: int, ms: int) -> None:
    assert trace.milliseconds(us) == ms


def test_a_step_says_the_same_whether_it_was_journaled_or_not() -> None:
    step = {"tool": "calculate", "arguments": {"b": 1, "a": ["ü", None]}, "items": ("item_1",)}
    journaled = Recorded(trace.step_entry(1, "calculate"), 5, 7, orjson.dumps([step, {"x": 1}]))
    at_hand = Recorded(trace.step_entry(1, "calculate"), 5, 7, step=step)
    assert trace.details([at_hand]) == trace.details([journaled])
