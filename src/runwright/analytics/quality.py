"""How good runs were. `docs/analytics.md` says what each part means, and where it ends."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from runwright.analytics import store
from runwright.analytics.buckets import buckets, spans
from runwright.analytics.cells import Frame, Table
from runwright.analytics.rows import rows
from runwright.analytics.types import AnalyticsQuery
from runwright.db.transaction import Reader
from runwright.runs.accounts.latency import SHOWN_MS
from runwright.trust.kernel import Grant

WEIGHTS = {"groundedness": 40, "completion": 30, "feedback": 20, "step_economy": 10}
"""In hundredths. A part that nothing is known of takes no part."""
_WEIGHTS = tuple(WEIGHTS.values())
_DIGITS = 4
_PERCENTS = len(store.PERCENTS["quality"])
_NOTHING = (*((0,) * len(store.SUMS["quality"])), *((None,) * _PERCENTS))


def quality(reader: Reader, grant: Grant, query: AnalyticsQuery, now: datetime) -> dict[str, Any]:
    """Quality by time and group."""
    zone, grouping = store.zone(reader, grant), query.grouping()
    wanted = buckets(query, zone.zone, now)
    frame = Frame(wanted, spans(wanted, query.bucket == "hour", zone), query.bucket == "day")
    found = Table(reader, grant, "quality", frame, grouping).cells()
    return {"object": "list", "data": rows(wanted, grouping, found, _NOTHING, _row)}


def _row(
    start: str, end: str, group: dict[str, str | None], counted: tuple[Any, ...]
) -> dict[str, Any]:
    p50, p95 = counted[-_PERCENTS:]
    return {
        "start": start,
        "end": end,
        "group": group,
        **parts(counted[:-_PERCENTS]),
        "latency_ms": {
            "p50": None if p50 is None else SHOWN_MS[p50],
            "p95": None if p95 is None else SHOWN_MS[p95],
        },
    }


def parts(sums: tuple[int, ...]) -> dict[str, Any]:
    """The parts of the score, and the score, of some runs."""
    runs, steps, useful_steps, completed, failed, claims, supported, ups, downs = sums
    # An answer can have thousands of these: nothing is called that can be said in place.
    completion = completed / (completed + failed) if completed + failed else None
    groundedness = supported / claims if claims else None
    step_economy = useful_steps / steps if steps else None
    feedback = ups / (ups + downs) if ups + downs else None
    known = score(groundedness, completion, feedback, step_economy)
    return {
        "runs": runs,
        "score": None if known is None else round(known, _DIGITS),
        "completion": None if completion is None else round(completion, _DIGITS),
        "groundedness": None if groundedness is None else round(groundedness, _DIGITS),
        "step_economy": None if step_economy is None else round(step_economy, _DIGITS),
        "feedback": None if feedback is None else round(feedback, _DIGITS),
        "votes": ups + downs,
    }


def score(*parts: float | None) -> float | None:
    """The weighted mean of the parts that are there, in the order of `WEIGHTS`."""
    total, weight = 0.0, 0
    for each, part in zip(_WEIGHTS, parts, strict=True):
        if part is not None:
            total += each * part
            weight += each
    return total / weight if weight else None
