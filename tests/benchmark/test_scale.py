"""The benchmark of growth measures real reads and real processes, on both databases alike."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from bench.scale import cluster, postgres, reads, rows
from bench.scale.growth import exponent, line

from support.server import Server

PAGE = Path(__file__).parent.parent.parent / "docs" / "scaling.md"


@pytest.fixture(scope="module")
def durable() -> Iterator[postgres.Postgres]:
    """A PostgreSQL as the benchmark starts it, in a folder that its own user can reach."""
    with (
        tempfile.TemporaryDirectory(prefix="runwright-postgres-") as folder,
        postgres.server(Path(folder) / "data") as running,
    ):
        yield running


@pytest.mark.parametrize("power", [0.0, 0.5, 1.0, 2.0])
def test_the_exponent_is_that_of_the_power_by_which_a_cost_grows(power: float) -> None:
    points = [(rows, 7 * rows**power) for rows in (10_000, 100_000, 1_000_000)]
    assert exponent(points) == pytest.approx(power)


def test_a_fitted_line_never_says_that_something_costs_less_than_nothing() -> None:
    assert line([(0.1, 2.0), (0.5, 4.0), (1.0, 6.5)]) == pytest.approx((1.5, 5.0), abs=0.02)
    assert line([(0.1, 3.0), (1.0, 1.0)]) == (2.0, 0.0)
    start, slope = line([(1.0, 1.0), (2.0, 4.0)])
    assert start == 0.0
    assert slope == pytest.approx(1.8)


def test_both_databases_are_asked_about_the_same_rows(
    durable: postgres.Postgres, tmp_path: Path
) -> None:
    sizes = rows.Sizes(runs=(60, 240), projects=(100,), items=(300,), seconds=0.02)
    found = rows.measure(tmp_path, sizes, durable)
    counts = {
        (each["read"], each["database"]): [point["rows"] for point in each["points"]]
        for each in found["reads"]
    }
    names = {read for read, _ in counts}
    assert {reads.PAGE, reads.SEARCH, reads.ROUND, reads.SIGNING} <= names
    for read in names:
        assert counts[read, "SQLite"] == counts[read, "PostgreSQL"], read
    assert counts[reads.PAGE, "SQLite"] == [60, 240]
    assert counts["audit: the whole chain verified", "PostgreSQL"][1] > 2 * 240
    assert all("exponent" in each for each in found["reads"] if len(each["points"]) > 1)
    tables = {each["table"]: each["rows"] for each in found["bytes"] if "rows" in each}
    assert tables["runs"] == 240
    assert tables["context_items"] == 300


@pytest.mark.cluster
def test_processes_and_workers_are_measured_with_real_runs(
    durable: postgres.Postgres, tmp_path: Path
) -> None:
    sizes = cluster.Sizes(processes=(1, 2), seconds=1, deep=6, idle=0.5)
    found = cluster.measure(tmp_path, sizes, durable)
    assert [point["api"] for point in found["short"]] == [1, 1, 1, 1, 2, 2]
    for point in found["short"]:
        assert point["runs"] > 0
        assert point["api_cpu_us"] > 0
        assert point["runs_a_group"] >= 1
    assert [point["workers"] for point in found["deep"]] == [1, 2]
    assert all(point["connections_a_worker"] > 5 for point in found["deep"])


@pytest.mark.cluster
def test_the_partitions_of_the_page_serve_what_was_there_before(
    new_server: Callable[..., Server], kind: str
) -> None:
    if kind != "postgresql":
        pytest.skip("partitions are PostgreSQL's")
    [statements] = re.findall(r"```sql\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    server = new_server()
    asked = {"model": "y0-fast", "prompt": "What is 17 + 1?"}
    with server, server.api() as api:
        before = api.post("/v1/runs", asked).json()
    assert server.database_url is not None
    with psycopg.connect(server.database_url) as connection:
        connection.execute(statements)
    with server, server.api() as api:
        assert api.get(f"/v1/runs/{before['id']}").json()["result"] == before["result"]
        after = api.post("/v1/runs", asked).json()
        listed = [run["id"] for run in api.get("/v1/runs").json()["data"]]
        assert listed == [after["id"], before["id"]]
        assert api.get("/v1/audit_log/verify").json()["valid"]
    with psycopg.connect(server.database_url, autocommit=True) as connection:
        plan = "EXPLAIN SELECT * FROM runs WHERE project_id = 'proj_x' AND id = 'run_x'"
        touched = re.findall(r"on (runs_\d+)", "\n".join(r[0] for r in connection.execute(plan)))
        assert len(touched) == 1
        for change in ("UPDATE audit_log SET seq = 0", "TRUNCATE audit_log_7"):
            with pytest.raises(psycopg.errors.RaiseException):
                connection.execute(change)
