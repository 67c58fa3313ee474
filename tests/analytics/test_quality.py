"""The score's formula, percentiles, and answers that would be too long."""

from __future__ import annotations

from functools import partial
from unittest import mock

import pytest

from analytics.ledger import account, analyse, write
from db import kit
from runwright import clock
from runwright.analytics import report
from runwright.analytics.costs import costs
from runwright.analytics.quality import parts, quality
from runwright.analytics.types import AnalyticsQuery
from runwright.db.database import Database
from runwright.db.schema.accounts import LATENCY
from runwright.db.transaction import Tx
from runwright.errors import InvalidRequest
from runwright.runs.accounts import latency, store
from runwright.trust.kernel import Grant

NOW = clock.parse("2026-11-15T12:00:00Z")


def test_the_score_is_the_weighted_mean_of_its_parts() -> None:
    # runs, steps, useful steps, completed, failed, claims, supported, ups, downs
    assert parts((10, 20, 10, 6, 2, 8, 7, 1, 3)) == {
        "runs": 10,
        "completion": 0.75,
        "groundedness": 0.875,
        "step_economy": 0.5,
        "feedback": 0.25,
        "votes": 4,
        "score": round(0.4 * 0.875 + 0.3 * 0.75 + 0.2 * 0.25 + 0.1 * 0.5, 4),
    }


def test_a_part_that_is_not_there_has_no_weight() -> None:
    found = parts((3, 3, 3, 2, 1, 0, 0, 0, 0))
    assert (found["groundedness"], found["feedback"]) == (None, None)
    assert found["score"] == round((0.3 * (2 / 3) + 0.1 * 1) / 0.4, 4)


def test_only_cancelled_runs_have_no_completion() -> None:
    assert parts((3, 0, 0, 0, 0, 0, 0, 0, 0))["score"] is None


def counted(*durations: int) -> list[int]:
    """A histogram of durations in microseconds."""
    columns = [latency.bucket_of(duration) for duration in durations]
    return [columns.count(name) for name in LATENCY]


@pytest.mark.parametrize("duration", [501, 999, 1000, 1001, 123_456, 10**9])
def test_a_duration_is_shown_within_its_bucket(duration: int) -> None:
    shown = latency.percentile(counted(duration), 50)
    assert shown is not None
    assert 0.5 < shown * 1000 / duration < 2


def test_what_is_shorter_or_longer_than_all_buckets_is_shown_near_their_edge() -> None:
    assert latency.percentile(counted(0), 50) == 0.707
    assert latency.percentile(counted(10**13), 50) == float(f"{2**20:.3g}")
    assert latency.percentile(counted(), 50) is None


def test_a_percentile_is_placed_by_its_rank() -> None:
    """Of runs that are spread over a bucket, half are below its middle on the logarithmic scale."""
    spread = counted(*(int(1000 * 2 ** (4 + n / 100)) + 1 for n in range(100)))
    assert latency.percentile(spread, 50) == pytest.approx(2**4.5, rel=0.01)
    assert latency.percentile(spread, 95) == pytest.approx(2**4.95, rel=0.01)


@pytest.mark.parametrize("bucket", ["day", "hour", "none"])
@pytest.mark.parametrize("long", [5, 6])
def test_percentiles_are_of_all_runs(database: Database, bucket: str, long: int) -> None:
    project = kit.new_project(database)

    def add(tx: Tx, grant: Grant) -> None:
        for n in range(100):
            took = 1_000_000 if n < long else 1000
            at = f"2026-11-15T10:{n % 60:02}:00.000Z"
            store.add(tx, grant, account(n, at, duration_us=took))

    write(database, project, add)
    query = AnalyticsQuery.model_validate({"start": "2026-11-15T10:00:00Z", "bucket": bucket})
    rows = analyse(database, project, lambda r, g: quality(r, g, query, NOW))["data"]
    (found,) = (row["latency_ms"] for row in rows if row["runs"])
    assert 0.5 < found["p50"] <= 1
    assert (512 < found["p95"] <= 1024) if long > 5 else (0.5 < found["p95"] <= 1)


@pytest.mark.parametrize("bucket", ["day", "none"])
def test_an_answer_that_would_be_too_long_is_refused(database: Database, bucket: str) -> None:
    project = kit.new_project(database)
    for n in range(4):
        each = account(n, agent=f"ag_{n}", model=f"m{n}")
        write(database, project, partial(store.add, account=each))
    start = "2026-11-13T00:00:00Z" if bucket == "day" else "2026-11-15T00:00:00Z"
    for grouping in ("agent", "model,agent", "model,metadata.team"):
        query = AnalyticsQuery.model_validate(
            {"start": start, "bucket": bucket, "group_by": grouping}
        )
        with mock.patch.object(report, "MOST_ROWS", 3), pytest.raises(InvalidRequest) as refused:
            analyse(database, project, partial(costs, query=query, now=NOW, currency="USD"))
        assert list(refused.value.errors or {}) == ["group_by"]
        rows = analyse(database, project, partial(quality, query=query, now=NOW))["data"]
        assert sum(row["runs"] for row in rows) == 4
