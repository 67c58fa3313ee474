"""Copies of a PostgreSQL database, by its own `pg_dump` and `pg_restore`."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from runwright.db.drivers import PostgreSQL
from runwright.db.dumps.types import CopyFailed
from runwright.db.sql import Compiler
from runwright.db.transaction import Reader

LEAST = 14
"""The oldest version that anybody still looks after."""
_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")
_ADVICE = (
    "install PostgreSQL's client programs of version {least} or later, "
    "and name their folder by --tools if they are not on the PATH"
)
# A copy may take longer than any request, and waits for nobody in between.
_PATIENT = ("statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout")
_OWN_THINGS = """
    SELECT count(*) FROM pg_class AS thing
    JOIN pg_namespace AS place ON place.oid = thing.relnamespace
    WHERE place.nspname NOT LIKE 'pg\\_%' AND place.nspname <> 'information_schema'
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = thing.oid AND deptype = 'e')
"""


class PostgreSQLCopier:
    """See `Copier`."""

    kind = "postgresql"
    file_name = "database.dump"

    def __init__(self, driver: PostgreSQL, url: str, tools: Path | None) -> None:
        self._driver = driver
        self._url = url
        self._tools = tools

    @contextmanager
    def take(self, path: Path) -> Iterator[Reader]:
        """See `Copier`. The dump and the reader see the same snapshot of the database."""
        try:
            with closing(self._driver.connect()) as connection:
                least = connection.info.server_version // 10_000
                program = _program("pg_dump", self._tools, least)
                for name in _PATIENT:
                    connection.execute(f"SET {name} = 0")
                connection.execute(self._driver.begin_read)
                snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()[0]
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
                _run(
                    self._environment(),
                    program,
                    "--format=custom",
                    f"--snapshot={snapshot}",
                    f"--file={path}",
                    f"--dbname={self._database()}",
                )
                yield Reader(connection.cursor(), Compiler(self._driver.dialect))
        except self._driver.error as error:
            reason = " ".join(str(error).split())
            raise CopyFailed(f"the database cannot be copied: {reason}") from None

    def check(self, path: Path) -> None:
        """See `Copier`."""
        check_dump(path, self._tools)

    def is_empty(self) -> bool:
        """See `Copier`."""
        try:
            with closing(self._driver.connect()) as connection:
                return bool(connection.execute(_OWN_THINGS).fetchone()[0] == 0)
        except self._driver.error as error:
            reason = " ".join(str(error).split())
            raise CopyFailed(f"the database cannot be opened: {reason}") from None

    def put_back(self, path: Path) -> None:
        """See `Copier`."""
        _run(
            self._environment(),
            _program("pg_restore", self._tools),
            "--single-transaction",
            "--exit-on-error",
            "--no-owner",
            "--no-privileges",
            f"--dbname={self._database()}",
            str(path),
        )

    def _environment(self) -> Mapping[str, str]:
        """The address by variables: what stands in a command line, others can read."""
        named = {
            option.envvar.decode(): option.val.decode()
            for option in self._options()
            if option.envvar and option.val is not None
        }
        # A parallel build of vector indexes brought a server down; a serial one does not.
        serial = "-c max_parallel_maintenance_workers=0"
        return {**named, "PGOPTIONS": f"{named.get('PGOPTIONS', '')} {serial}".strip()}

    def _database(self) -> str:
        """What no variable can say of the address, and the name of the database."""
        said = {
            option.keyword.decode(): option.val.decode()
            for option in self._options()
            if option.val is not None and (not option.envvar or option.keyword == b"dbname")
        }
        return str(importlib.import_module("psycopg.conninfo").make_conninfo(**said))

    def _options(self) -> list[Any]:
        pq = importlib.import_module("psycopg.pq")
        return list(pq.Conninfo.parse(self._url.encode()))


def check_dump(path: Path, tools: Path | None) -> None:
    """See that a dump can be read; no server is needed for it."""
    _run({}, _program("pg_restore", tools), "--list", str(path))


def _program(name: str, tools: Path | None, least: int = LEAST) -> str:
    """One of PostgreSQL's programs, which must not be older than the server."""
    advice = _ADVICE.format(least=least)
    found = shutil.which(name, path=None if tools is None else str(tools))
    if found is None:
        where = "on the PATH" if tools is None else f"in {tools}"
        raise CopyFailed(f"there is no {name} {where}: {advice}")
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - found by its name, no shell
    version = _VERSION.search(told.stdout)
    if version is None:
        raise CopyFailed(f"{found} does not tell its version: {advice}")
    if int(version[1]) < least:
        raise CopyFailed(f"{found} is of version {version[1]}, and {least} is needed: {advice}")
    return found


def _run(environment: Mapping[str, str], program: str, *arguments: str) -> None:
    done = subprocess.run(  # noqa: S603 - found by its name, no shell
        [program, *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        told = [line for line in done.stderr.splitlines() if line.strip()]
        reason = told[0] if told else f"it ended with {done.returncode}"
        raise CopyFailed(f"{Path(program).name} failed: {reason}")
