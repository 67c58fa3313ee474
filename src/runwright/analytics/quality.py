"""How good runs were. `docs/analytics.md` says what each part means, and where it ends."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from runwright.analytics import store
from runwright.analytics.buckets import buckets, spans
from runwright.analytics.cells import Key, Sums, Table
from runwright.analytics.latencies import percentiles
from runwright.analytics.rows import rows
from runwright.analytics.types import AnalyticsQuery
from runwright.db.transaction import Reader
from runwright.trust.kernel import Grant

WEIGHTS = {"groundedness": 40, "completion": 30, "feedback": 20, "step_economy": 10}
"""In hundredths. A part that nothing is known of takes no part."""
_DIGITS = 4
_NOTHING = (0,) * len(store.QUALITY)


def quality(reader: Reader, grant: Grant, query: AnalyticsQuery, now: datetime) -> dict[str, Any]:
    """Quality by time and group."""
    zone, grouping = store.zone(reader, grant), query.grouping()
    wanted = buckets(query, zone.zone, now)
    table = Table(reader, grant, wanted)
    totals = table.totals(spans(wanted, query.bucket == "hour", zone), store.QUALITY)
    cells = table.sums(totals, store.QUALITY, grouping)
    histograms = table.histograms(grouping)

    def show(key: Key, sums: Sums) -> dict[str, Any]:
        return {**parts(sums), "latency_ms": percentiles(histograms.get(key, []))}

    return {"object": "list", "data": rows(wanted, grouping, cells, _NOTHING, show)}


def parts(sums: Sums) -> dict[str, Any]:
    """The parts of the score, and the score, of some runs."""
    runs, steps, useful_steps, completed, failed, claims, supported, ups, downs = sums
    completion = _share(completed, completed + failed)
    groundedness = _share(supported, claims)
    step_economy = _share(useful_steps, steps)
    feedback = _share(ups, ups + downs)
    return {
        "runs": runs,
        "score": _rounded(score(groundedness, completion, feedback, step_economy)),
        "completion": _rounded(completion),
        "groundedness": _rounded(groundedness),
        "step_economy": _rounded(step_economy),
        "feedback": _rounded(feedback),
    }


def score(*parts: float | None) -> float | None:
    """The weighted mean of the parts that are there, in the order of `WEIGHTS`."""
    known = [(w, p) for w, p in zip(WEIGHTS.values(), parts, strict=True) if p is not None]
    weight = sum(weight for weight, _ in known)
    return sum(weight * part for weight, part in known) / weight if weight else None


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, _DIGITS)
