"""A server with something of everything, and how its backups are taken and put back."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.client import Api
from support.postgres import Postgres
from support.server import Server

NOTE = b"# The lease\n\nThe lease of the Oslo office ends in March.\n"
TABLE = b"date,description,amount,currency\n2026-10-03,REWE,-12.40,EUR\n2026-10-09,REWE,-7.10,EUR\n"


@dataclass(frozen=True, slots=True)
class House:
    """A server, and the commands on its data."""

    server: Server
    tools: tuple[str, ...]

    def backup(self, target: Path, *options: str) -> subprocess.CompletedProcess[str]:
        """`runwright backup`."""
        data = ("--data", str(self.server.data))
        return self.server.run("backup", str(target), *data, *self.tools, *options)

    def restore(self, backup: Path, *options: str) -> subprocess.CompletedProcess[str]:
        """`runwright restore`."""
        data = ("--data", str(self.server.data))
        return self.server.run("restore", str(backup), *data, *self.tools, *options)


@pytest.fixture(scope="session")
def tools(kind: str, request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Where PostgreSQL's programs are, of the version of its server."""
    if kind == "sqlite":
        return ()
    postgres: Postgres = request.getfixturevalue("postgres")
    return ("--tools", str(postgres.programs()))


@pytest.fixture(scope="session")
def new_house(new_server: Callable[..., Server], tools: tuple[str, ...]) -> Callable[..., House]:
    """Make (not start) a server on an empty database and an empty folder."""
    return lambda **options: House(new_server(is_empty=True, **options), tools)


@pytest.fixture(scope="module")
def house(new_house: Callable[..., House]) -> House:
    """A running server with something of everything, which tests of a module share."""
    made = new_house()
    made.server.start()
    with made.server.api() as api:
        furnish(api)
    return made


@pytest.fixture(scope="module")
def backup(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of it."""
    target = tmp_path_factory.mktemp("backups") / "first"
    done = house.backup(target)
    assert done.returncode == 0, done.stderr
    return target


def furnish(api: Api) -> None:
    """Runs of both kinds, files, an artifact, a signed checkpoint, and an erasure."""
    api.file(NOTE, filename="lease.md")
    api.file(TABLE, filename="october.csv")
    api.run("When does the lease of the Oslo office end?", context=["documents"])
    chart = api.run("My spending at REWE as a CSV", context=["finance"])
    assert chart["result"]["artifacts"]
    assert api.finished(api.run("What is 3 + 3?", model="y0-deep")["id"])["status"] == "completed"
    api.delete(f"/v1/runs/{api.run()['id']}")
    assert api.get("/v1/audit_log/checkpoint").status_code == 200


def everything(api: Api) -> dict[str, bytes]:
    """By path: each run with its trace, and each file with its bytes."""
    found: dict[str, bytes] = {}
    for noun, end in (("runs", ""), ("files", "/content")):
        for each in ids_of(api, noun):
            answer = api.get(f"/v1/{noun}/{each}{end}")
            assert answer.status_code == 200, answer.text
            found[f"/v1/{noun}/{each}{end}"] = answer.content
    return found


def ids_of(api: Api, noun: str) -> list[str]:
    """Every id of a noun, the oldest first."""
    found: list[str] = []
    query = {"order": "asc", "limit": 100}
    while True:
        page = api.get(f"/v1/{noun}", params=query).json()
        found += [each["id"] for each in page["data"]]
        if not page["has_more"]:
            return found
        query["after"] = page["last_id"]
