"""What runs have cost."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from runwright import money
from runwright.analytics import store
from runwright.analytics.buckets import buckets, spans
from runwright.analytics.cells import Frame, Table
from runwright.analytics.rows import rows
from runwright.analytics.types import AnalyticsQuery
from runwright.db.transaction import Reader
from runwright.trust.kernel import Grant

_NOTHING = (0,) * len(store.SUMS["costs"])


def costs(
    reader: Reader, grant: Grant, query: AnalyticsQuery, now: datetime, currency: str
) -> dict[str, Any]:
    """Costs by time and group, and their exact total."""
    zone, grouping = store.zone(reader, grant), query.grouping()
    wanted = buckets(query, zone.zone, now)
    frame = Frame(wanted, spans(wanted, query.bucket == "hour", zone), query.bucket == "day")
    found = Table(reader, grant, "costs", frame, grouping).cells()
    return {
        "object": "list",
        "data": rows(wanted, grouping, found, _NOTHING, _row),
        "currency": currency,
        "total": money.shown(sum(counted[-1] for _, _, counted in found)),
    }


def _row(
    start: str, end: str, group: dict[str, str | None], counted: tuple[int, ...]
) -> dict[str, Any]:
    runs, steps, input_tokens, output_tokens, cost = counted
    return {
        "start": start,
        "end": end,
        "group": group,
        "runs": runs,
        "steps": steps,
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
        "cost": money.shown(cost),
    }
