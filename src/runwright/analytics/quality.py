"""How good runs were. `docs/analytics.md` says what each part means, and where it ends."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from runwright.analytics.report import Counts, Row, report
from runwright.analytics.types import AnalyticsQuery
from runwright.db.transaction import Reader
from runwright.runs.accounts.latency import percentile
from runwright.runs.accounts.sums import store
from runwright.trust.kernel import Grant

WEIGHTS = {"groundedness": 40, "completion": 30, "feedback": 20, "step_economy": 10}
"""In hundredths. A part that nothing is known of takes no part."""
_WEIGHTS = tuple(WEIGHTS.values())
_DIGITS = 4
_PERCENTS = (50, 95)


def quality(reader: Reader, grant: Grant, query: AnalyticsQuery, now: datetime) -> dict[str, Any]:
    """Quality by time and group."""
    rows = report(reader, grant, query, now, store.QUALITY, _shown)
    return {"object": "list", "data": rows}


def _shown(counts: Counts) -> Row:
    sums, took = counts[: len(store.SHARES)], counts[len(store.SHARES) :]
    latency = {f"p{percent}": percentile(took, percent) for percent in _PERCENTS}
    return {**parts(sums), "latency_ms": latency}


def parts(sums: Counts) -> Row:
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
