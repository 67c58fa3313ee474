"""What only PostgreSQL has: indexes over vectors, and a password in the address."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from backup.conftest import House
from runwright.config import Settings
from runwright.db.drivers import PostgreSQL
from runwright.db.dumps.postgresql import PostgreSQLCopier
from support.patience import until
from support.postgres import Postgres
from support.server import Server

STATEMENT = b"date,description,amount,currency\n" + b"".join(
    b"2026-10-%02d,Bookshop %d,-%d.10,EUR\n" % (n % 28 + 1, n, n) for n in range(120)
)
INDEXES = "SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%hnsw%'"


def indexes(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        return [row[0] for row in connection.execute(INDEXES)]


@pytest.mark.slow
def test_an_index_over_vectors_comes_back(postgres: Postgres, tmp_path: Path) -> None:
    tools = ("--tools", str(postgres.programs()))
    one, two = postgres.new_database(), postgres.new_database()
    house = House(Server(tmp_path / "one", one, {"RUNWRIGHT_VECTOR_INDEX": "100"}), tools)
    other = House(Server(tmp_path / "two", two), tools)
    with house.server, house.server.api() as api:
        api.file(STATEMENT, filename="statement.csv")
        until(lambda: bool(indexes(one)), "the index is built")
        assert house.backup(tmp_path / "copy").returncode == 0
        restored = other.restore(tmp_path / "copy")
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert indexes(two) == indexes(one)
    with other.server, other.server.api(api.secret) as there:
        found = there.get("/v1/context/search", params={"source": "finance", "q": "books"})
        assert found.json()["data"]


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_a_password_is_in_no_command_line(scheme: str) -> None:
    url = f"{scheme}://me:sec%40ret@db.example:5433/mine?keepalives=1"
    copier = PostgreSQLCopier(PostgreSQL(Settings(database_url=url).database_url or ""), url, None)
    environment = copier._environment()
    assert environment["PGPASSWORD"] == "sec@ret"
    assert (environment["PGHOST"], environment["PGPORT"]) == ("db.example", "5433")
    assert copier._database() == "dbname=mine keepalives=1"
