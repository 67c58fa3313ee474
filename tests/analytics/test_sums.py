"""Whatever was run, deleted and rated, in whatever zone: the sums are those of the ledger."""

from __future__ import annotations

import math
from collections import Counter
from datetime import timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analytics import ledger
from runwright import clock, ids, money
from runwright.analytics.costs import costs
from runwright.analytics.quality import parts, quality
from runwright.analytics.types import AnalyticsQuery
from runwright.db.database import Database
from runwright.runs.accounts import store
from runwright.runs.accounts.sums import store as analytics_store
from runwright.runs.accounts.types import Account
from runwright.trust import store as trust_store
from runwright.trust.types import Project
from support.properties import examples

# Zones with odd offsets, each around a day on which its clocks change, if they do.
PLACES = {
    "UTC": "2026-11-10T12:00:00Z",
    "Asia/Kolkata": "2026-11-10T12:00:00Z",
    "Asia/Kathmandu": "2026-12-31T12:00:00Z",
    "Australia/Eucla": "2026-11-10T12:00:00Z",
    "Europe/Berlin": "2026-10-25T01:00:00Z",
    "America/New_York": "2026-03-08T07:00:00Z",
    "America/St_Johns": "2026-11-01T04:30:00Z",
    "America/Havana": "2026-11-01T05:00:00Z",
    "Asia/Beirut": "2026-03-28T22:00:00Z",
    "Australia/Lord_Howe": "2026-04-04T15:00:00Z",
    "Pacific/Chatham": "2026-09-26T14:00:00Z",
}
COLUMNS = {"model": "model", "agent": "agent", "network": "network", "key": "key_id"}
GROUPINGS = [*COLUMNS, "metadata.team", "metadata.n", "metadata.absent"]
SHORTEST_MS, WITHIN = 0.5, 2
SOME = settings(
    examples(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class History(NamedTuple):
    """What happens in a project."""

    zone: str
    since: str | None
    accounts: tuple[Account, ...]
    rated: tuple[tuple[int, str], ...]
    deleted: tuple[int, ...]


def instants(zone: str, hours: int = 60) -> st.SearchStrategy[str]:
    """Around the moment that matters in a zone; often right at an edge."""
    middle = clock.parse(PLACES[zone])
    spread = st.integers(-hours * 3600, hours * 3600)
    edges = st.builds(
        lambda quarter, ms: quarter * 900 + ms / 1000,
        st.integers(-hours * 4, hours * 4),
        st.sampled_from([-1, 0, 1]),
    )
    return st.one_of(spread, edges).map(lambda s: clock.stamp(middle + timedelta(seconds=s)))


@st.composite
def histories(draw: Any) -> History:
    zone = draw(st.sampled_from(sorted(PLACES)))
    since = draw(st.one_of(st.none(), instants(zone)))
    old_zone = draw(st.sampled_from(sorted(PLACES)))
    number = st.integers(0, 40)
    accounts = []
    for run in range(draw(st.integers(0, 14))):
        at = draw(instants(zone))
        steps, claims = draw(number), draw(number)
        accounts.append(
            ledger.account(
                run,
                at,
                status=draw(st.sampled_from(["completed", "failed", "cancelled"])),
                model=draw(st.sampled_from(["y0-fast", "y0-deep"])),
                agent=draw(st.sampled_from(["", "", "ag_1", "ag_2"])),
                network=draw(st.sampled_from(["", "", "net_1", "net_2"])),
                key_id=draw(st.sampled_from(["key_a", "key_b"])),
                metadata=draw(
                    st.dictionaries(
                        st.sampled_from(["team", "n"]),
                        st.sampled_from(["x", "y", "", "é", "(erased)"]),
                    )
                ),
                steps=steps,
                useful_steps=draw(st.integers(0, steps)),
                input_tokens=draw(number),
                output_tokens=draw(number),
                cost=draw(st.integers(0, 10**15)),
                duration_us=draw(st.integers(0, 10**9)),
                claims=claims,
                supported=draw(st.integers(0, claims)),
                time_zone=old_zone if since is not None and at < since else zone,
            )
        )
    some = st.integers(0, max(0, len(accounts) - 1))
    return History(
        zone,
        since,
        tuple(accounts),
        tuple(draw(st.lists(st.tuples(some, st.sampled_from(["up", "down"])), max_size=8))),
        tuple(draw(st.lists(some, max_size=5))),
    )


@st.composite
def queries(draw: Any, zone: str) -> AnalyticsQuery:
    first, second = sorted([draw(instants(zone)), draw(instants(zone))])
    end = second if second > first else clock.stamp(clock.parse(first) + timedelta(days=1))
    some = st.lists(st.sampled_from(GROUPINGS), unique=True)
    every = st.permutations([*COLUMNS, "metadata.team"])
    names = draw(st.one_of(some, every))
    keys = [name for name in names if name.startswith("metadata.")]
    names = [name for name in names if name not in keys[1:]]
    return AnalyticsQuery(
        start=first,
        end=end,
        bucket=draw(st.sampled_from(["hour", "day", "none"])),
        group_by=",".join(names) or None,
    )


def happens(database: Database, history: History) -> str:
    """A new project with that history; ratings and deletions come in between."""
    project = Project(
        id=ids.new("proj"), name="p", time_zone=history.zone, created_at="2026-01-01T00:00:00.000Z"
    )
    half = len(history.rated) // 2
    run_ids = [account.run_id for account in history.accounts] or ["run_unknown"]

    def act(tx: Any, grant: Any) -> None:
        trust_store.add_project(tx, project)
        tx.run(ledger.MOVE, project=project.id, zone=history.zone, since=history.since)
        for account in history.accounts:
            store.add(tx, grant, account)
        rate(tx, grant, history.rated[:half])
        for run in history.deleted:
            store.forget(tx, grant, run_ids[run])

    def rate(tx: Any, grant: Any, rated: Any) -> None:
        for run, rating in rated:
            store.rate(tx, grant, run_ids[run], rating)

    ledger.write(database, project.id, act)
    if history.rated[half:]:
        ledger.write(database, project.id, lambda tx, g: rate(tx, g, history.rated[half:]))
    return project.id


@SOME
@given(history=histories())
def test_rollups_are_the_sums_of_the_ledger(database: Database, history: History) -> None:
    project = happens(database, history)
    rows = ledger.ledger(database, project)
    assert len(rows) == len(history.accounts)
    assert ledger.rollups(database, project) == ledger.summed_anew(rows)


@SOME
@given(data=st.data(), history=histories())
def test_costs_are_those_of_the_ledger_for_every_grouping(
    database: Database, data: Any, history: History
) -> None:
    project, query = happens(database, history), data.draw(queries(history.zone))
    now = clock.parse("2027-01-10T00:00:00Z")
    answer = ledger.analyse(database, project, lambda r, g: costs(r, g, query, now, "EUR"))
    rows, within = answer["data"], _check_frame(answer["data"], query, history.zone)
    expected: dict[Any, Counter[str]] = {}
    found = [row for row in ledger.ledger(database, project) if within(ledger.created_at(row))]
    for row in found:
        place = (_bucket(rows, ledger.created_at(row)), _group(row, query))
        expected.setdefault(place, Counter()).update(ledger.counts(row))
    shown = {(row["start"], tuple(row["group"].items())): row for row in rows if row["runs"] > 0}
    assert len(shown) == sum(row["runs"] > 0 for row in rows)
    assert shown.keys() == expected.keys()
    for place, sums in expected.items():
        row = shown[place]
        for name in ("runs", "steps", "input_tokens", "output_tokens"):
            assert row[name] == sums[name]
        assert row["cost"] == money.shown(sums["cost"])
    assert answer["total"] == money.shown(sum(row.cost for row in found))
    assert answer["currency"] == "EUR"


@SOME
@given(data=st.data(), history=histories())
def test_quality_is_that_of_the_ledger_for_every_grouping(
    database: Database, data: Any, history: History
) -> None:
    project, query = happens(database, history), data.draw(queries(history.zone))
    now = clock.parse("2027-01-10T00:00:00Z")
    rows = ledger.analyse(database, project, lambda r, g: quality(r, g, query, now))["data"]
    within = _check_frame(rows, query, history.zone)
    expected: dict[Any, list[Any]] = {}
    for row in ledger.ledger(database, project):
        if within(ledger.created_at(row)):
            place = (_bucket(rows, ledger.created_at(row)), _group(row, query))
            expected.setdefault(place, []).append(row)
    shown = {(row["start"], tuple(row["group"].items())): row for row in rows if row["runs"] > 0}
    assert shown.keys() == expected.keys()
    for place, members in expected.items():
        sums = sum((Counter(ledger.counts(row)) for row in members), Counter[str]())
        row = dict(shown[place])
        latency = row.pop("latency_ms")
        for name, value in parts(tuple(sums[name] for name in analytics_store.SHARES)).items():
            assert row[name] == value
        for percent in (50, 95):
            durations = sorted(member.duration_us for member in members)
            real = durations[math.ceil(len(durations) * percent / 100) - 1] / 1000
            real = max(SHORTEST_MS, real)
            assert real / WITHIN / 1.005 <= latency[f"p{percent}"] <= real * WITHIN * 1.005


def _check_frame(rows: list[dict[str, Any]], query: AnalyticsQuery, zone: str) -> Any:
    """The buckets lie side by side, cover what was asked, and begin where they should."""
    buckets = sorted({(row["start"], row["end"]) for row in rows})
    assert query.start is not None
    assert query.end is not None
    assert buckets[0][0] <= query.start < buckets[0][1]
    assert buckets[-1][0] < query.end <= buckets[-1][1]
    for (_, end), (start, _) in pairwise(buckets):
        assert start == end
    for start, end in buckets:
        length = clock.parse(end) - clock.parse(start)
        if query.bucket == "day":
            assert start == ledger.local_midnight(start, zone)
            assert timedelta(hours=23) <= length <= timedelta(hours=25)
        elif query.bucket == "hour":
            assert timedelta(minutes=30) <= length <= timedelta(hours=1)
    order = [(row["start"], [(v is None, v or "") for v in row["group"].values()]) for row in rows]
    assert order == sorted(order)
    return lambda at: buckets[0][0] <= at < buckets[-1][1]


def _bucket(rows: list[dict[str, Any]], at: str) -> str:
    (start,) = {row["start"] for row in rows if row["start"] <= at < row["end"]}
    return str(start)


def _group(row: Any, query: AnalyticsQuery) -> tuple[tuple[str, str | None], ...]:
    found: list[tuple[str, str | None]] = []
    for name in query.grouping().names:
        if name in COLUMNS:
            found.append((name, getattr(row, COLUMNS[name]) or None))
        else:
            found.append((name, row.metadata.get(name.removeprefix("metadata."))))
    return tuple(found)
