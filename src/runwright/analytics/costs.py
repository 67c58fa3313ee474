"""What runs have cost."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from runwright import money
from runwright.analytics.report import Counts, Row, report
from runwright.analytics.types import AnalyticsQuery
from runwright.db.transaction import Reader
from runwright.runs.accounts.sums import store
from runwright.trust.kernel import Grant


def costs(
    reader: Reader, grant: Grant, query: AnalyticsQuery, now: datetime, currency: str
) -> dict[str, Any]:
    """Costs by time and group, and their exact total."""
    rows = report(reader, grant, query, now, store.COSTS, _shown)
    total = sum(row["cost"] for row in rows)
    data = [{**row, "cost": money.shown(row["cost"])} for row in rows]
    return {"object": "list", "data": data, "currency": currency, "total": money.shown(total)}


def _shown(counts: Counts) -> Row:
    return dict(zip(store.COSTS, counts, strict=True))
