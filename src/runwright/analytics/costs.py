"""What runs have cost."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from runwright import money
from runwright.analytics import store
from runwright.analytics.buckets import buckets, spans
from runwright.analytics.cells import Key, Sums, Table
from runwright.analytics.rows import rows
from runwright.analytics.types import AnalyticsQuery
from runwright.db.transaction import Reader
from runwright.trust.kernel import Grant

_NOTHING = (0,) * len(store.COSTS)
_COST = store.COSTS.index("cost")


def costs(
    reader: Reader, grant: Grant, query: AnalyticsQuery, now: datetime, currency: str
) -> dict[str, Any]:
    """Costs by time and group, and their exact total."""
    zone, grouping = store.zone(reader, grant), query.grouping()
    wanted = buckets(query, zone.zone, now)
    table = Table(reader, grant, wanted)
    totals = table.totals(spans(wanted, query.bucket == "hour", zone), store.COSTS)
    cells = table.sums(totals, store.COSTS, grouping)
    return {
        "object": "list",
        "data": rows(wanted, grouping, cells, _NOTHING, _show),
        "currency": currency,
        "total": money.shown(sum(sums[_COST] for sums in totals.values())),
    }


def _show(key: Key, sums: Sums) -> dict[str, Any]:
    shown: dict[str, Any] = dict(zip(store.COSTS, sums, strict=True))
    return {**shown, "cost": money.shown(sums[_COST])}
