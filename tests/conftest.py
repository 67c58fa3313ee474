"""Fixtures: every store test and every contract test runs on SQLite and on PostgreSQL.

Whole servers on PostgreSQL, and servers that are killed, are tested in full by
`make test-cluster`, and what takes long by `make test-slow`; `make test` takes a sample of both.
"""

from __future__ import annotations

import gc
import math
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import httpx
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.drivers import SQLite
from runwright.db.migrate import migrate
from runwright.trust import audit
from support import properties
from support.client import Api
from support.patience import PATIENCE
from support.postgres import Postgres, shared_postgres
from support.server import SIGNING_KEY, Server

# The first project takes the machine's zone; what tests expect must not depend on where they run.
os.environ["TZ"] = "UTC"
TESTS = Path(__file__).parent
pytest_plugins = ["support.language_servers"]
NewDatabase = Callable[..., str | None]

DATABASES = ("sqlite", "postgresql")
FAST_ENOUGH = {
    "RUNWRIGHT_RATE_LIMIT": "1000000/min",
    "RUNWRIGHT_LEASE": "2",
    # A machine that does other things must not make a plan late.
    "RUNWRIGHT_PLAN_SECONDS": str(PATIENCE),
}
_ASKING: list[pytest.Session | pytest.Item | pytest.FixtureRequest] = []
"""Last, who asks for what is being made: the whole session, a fixture, or a test."""
MEMORY = Path("/dev/shm")
_ROOM = 4 * 1024**3


_ONE_IN = {"chaos": 40, "backup": 16, "contract": 10}
_LARGE = 40
"""Of those tests `make test` takes one in so many, always the same ones."""
_ALWAYS = frozenset({"chaos/test_language_runs.py::test_a_language_run_survives_two_kills[sqlite]"})
"""But these for certain: what they guard costs money when it breaks."""
_ONE_LONG_IN = {
    "backup/test_refusals.py": 3,
    "benchmark": 6,
    "chaos/test_files_hostile.py": 2,
    "chaos/test_files_reread.py": 3,
    "cli/test_commands.py": 3,
    "cli/test_completion.py": 3,
    "cli/test_exits.py": 2,
    "cli/test_login.py": 2,
    "cli/test_mcp.py": 3,
    "cli/test_terminal.py": 8,
    "cli/test_using.py": 3,
    "client/test_files.py": 2,
    "client/test_following.py": 4,
    "client/test_nouns.py": 3,
    "client/test_wheel.py": 3,
    "cluster/test_ending_races.py": 3,
    "contract/test_agent_runs.py": 4,
    "contract/test_artifacts.py": 4,
    "contract/test_attachments.py": 6,
    "contract/test_audit_tampering.py": 3,
    "contract/test_budgets.py": 3,
    "contract/test_context.py": 2,
    "contract/test_context_scopes.py": 4,
    "contract/test_deletion.py": 4,
    "contract/test_event_stream.py": 3,
    "contract/test_events.py": 3,
    "contract/test_files.py": 2,
    "contract/test_files_content.py": 6,
    "contract/test_files_deletion.py": 6,
    "contract/test_files_extracted.py": 4,
    "contract/test_files_reextracted.py": 3,
    "contract/test_files_upload.py": 2,
    "contract/test_finding_runs.py": 4,
    "contract/test_follow.py": 4,
    "contract/test_follow_ups.py": 4,
    "contract/test_generated_clients.py": 2,
    "contract/test_head.py": 3,
    "contract/test_health.py": 2,
    "contract/test_idempotency.py": 5,
    "contract/test_kept_reads.py": 3,
    "contract/test_language_failures.py": 6,
    "contract/test_language_models.py": 8,
    "contract/test_language_usage.py": 6,
    "contract/test_login.py": 3,
    "contract/test_matrix.py": 3,
    "contract/test_models.py": 2,
    "contract/test_networks.py": 6,
    "contract/test_networks_running.py": 3,
    "contract/test_nodes.py": 2,
    "contract/test_pagination.py": 3,
    "contract/test_planning.py": 2,
    "contract/test_receipts.py": 4,
    "contract/test_replay.py": 4,
    "contract/test_replays.py": 4,
    "contract/test_run_sources.py": 3,
    "contract/test_run_steps.py": 4,
    "contract/test_runs.py": 4,
    "contract/test_steps.py": 2,
    "contract/test_traces.py": 2,
    "contract/test_versions.py": 2,
    "contract/test_webhooks_delivery.py": 5,
    "contract/test_webhooks_responses.py": 4,
    "dashboard/test_sources.py": 3,
    "db/test_migrate.py": 3,
    "db/test_waiting.py": 3,
    "deploy/test_started.py": 4,
    "docs/test_commands.py": 4,
    "files/formats/test_image.py": 3,
    "files/test_blobs.py": 2,
    "files/test_confinement.py": 4,
    "files/test_sandbox.py": 2,
    "files/test_shared_readers.py": 8,
    "jobs/postgres/test_queue.py": 3,
    "jobs/test_child.py": 2,
    "jobs/test_queue.py": 3,
    "minds/language/test_teacher.py": 3,
    "models/test_providers.py": 2,
    "recipes": 4,
    "runs/plans/test_planner.py": 3,
    "test_processes.py": 2,
    "trust/test_shared_limits.py": 2,
}
"""The same for folders and modules whose tests take long; the others are in `make test-slow`."""


properties.register()


def pytest_configure() -> None:
    """Make of this machine what is quick: for this process and the hundreds that it starts."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    defaults = httpx.Client.__init__.__kwdefaults__
    assert defaults is not None
    for part in ("connect", "read", "write", "pool"):
        # By default it gives up after five seconds, which a busy machine may need.
        setattr(defaults["timeout"], part, PATIENCE)
    if _is_roomy(MEMORY):
        # In memory nothing waits for a disk; that the service waits for it is the service's part.
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def _is_roomy(folder: Path) -> bool:
    """Whether there is room for everything, and programs may be run that tests write there."""
    if not folder.is_dir() or shutil.disk_usage(folder).free < _ROOM:
        return False
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What is made from now on is made for fixtures."""
    _ASKING[:] = [item.session]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """What is made from now on is made for a test."""
    _ASKING[:] = [item]


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(request: pytest.FixtureRequest) -> Generator[None, object, object]:
    """Know which fixture is being made; of those that last for the session nobody tells us."""
    _ASKING.append(request)
    try:
        return (yield)
    finally:
        _ASKING.pop()


def pytest_collection_finish() -> None:
    """What was collected stays: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what only `make test-cluster` or `make test-slow` runs."""
    long: dict[str, list[pytest.Item]] = {}
    for item in items:
        one_in = _one_in(item)
        if one_in is not None and _lot(item) % one_in:
            item.add_marker(pytest.mark.cluster)
        else:
            long.setdefault(_long_part(item), []).append(item)
    for part, one_in in _ONE_LONG_IN.items():
        drawn = sorted(long.get(part, ()), key=_lot)
        for item in drawn[math.ceil(len(drawn) / one_in) :]:
            item.add_marker(pytest.mark.slow)


def _lot(item: pytest.Item) -> int:
    return zlib.crc32(item.nodeid.encode())


def _long_part(item: pytest.Item) -> str:
    """The folder or module whose tests take long; otherwise nothing."""
    path = item.path.relative_to(TESTS).as_posix()
    return next((part for part in _ONE_LONG_IN if path.startswith(part)), "")


def _one_in(item: pytest.Item) -> int | None:
    """How many of its kind one test stands for in `make test`; None when each is for itself."""
    if f"{item.path.relative_to(TESTS).as_posix()}::{item.name}" in _ALWAYS:
        return None
    if "100_mb" in item.name:
        return _LARGE
    folder = item.path.parent.name
    if folder == "contract" and "[postgresql" not in item.name:
        return None
    return _ONE_IN.get(folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL, which all processes of this test run share.

    A database ends with the test or the fixture that asked for it: each takes ten megabytes.
    """
    with shared_postgres(os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())) as server:
        server.when_made = lambda url: _ASKING[-1].addfinalizer(partial(server.drop, url))
        yield server


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database as a first start leaves its schema; copied, which is quicker."""
    driver = SQLite(tmp_path_factory.mktemp("migrated"))
    migrate(driver)
    with closing(driver.connect()) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return driver.path


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest) -> NewDatabase:
    """Put a database of some kind into a data folder, or give its address.

    It has its schema already, unless it is to be empty, as before a first start.
    """

    def make(kind: str, data: Path, *, is_empty: bool = False) -> str | None:
        if kind == "postgresql":
            postgres: Postgres = request.getfixturevalue("postgres")
            return postgres.new_database() if is_empty else postgres.new_migrated_database()
        if not is_empty:
            migrated: Path = request.getfixturevalue("migrated_file")
            data.mkdir(parents=True, mode=0o700)
            shutil.copyfile(migrated, data / migrated.name)
            (data / migrated.name).chmod(0o600)
        return None

    return make


@pytest.fixture(scope="session", params=DATABASES)
def kind(request: pytest.FixtureRequest) -> str:
    """Which database a test runs on."""
    return str(request.param)


@pytest.fixture(scope="session")
def new_server(
    kind: str, new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Server]:
    """Make (not start) a server on a new database of the test's kind.

    It ends with the test or the fixture that asked for it: an idle one on PostgreSQL costs a
    twentieth of a core, and a test session has hundreds.
    """

    def make(*, is_empty: bool = False, **options: object) -> Server:
        data = tmp_path_factory.mktemp("server") / "data"
        url = new_database(kind, data, is_empty=is_empty)
        shared = {"RUNWRIGHT_SIGNING_KEY": SIGNING_KEY} if url else {}
        settings = {**FAST_ENOUGH, **shared, **options.pop("settings", {})}  # type: ignore[dict-item]
        server = Server(data, url, settings, **options)  # type: ignore[arg-type]
        _ASKING[-1].addfinalizer(server.kill)
        return server

    return make


@pytest.fixture(scope="session")
def server(new_server: Callable[..., Server]) -> Server:
    """A server that many tests share; use `api` for a project of one's own on it."""
    # Loading the model takes five seconds of computing, and few tests are about meaning. Nobody
    # kills this one, so that its workers need not show often that they live.
    calm = {"RUNWRIGHT_SEARCH_BY_MEANING": "false", "RUNWRIGHT_LEASE": "10"}
    return new_server(settings=calm).start()


@pytest.fixture
def api(server: Server) -> Iterator[Api]:
    """The first key, with every scope, of a new project on the shared server."""
    with server.project() as client:
        yield client


@pytest.fixture
def database(kind: str, new_database: NewDatabase, tmp_path: Path) -> Iterator[Database]:
    """An open, empty, migrated database, for store tests."""
    url = new_database(kind, tmp_path / "data")
    driver = driver_for(Settings(data=tmp_path / "data", database_url=url))
    opened = Database(driver, audit.append, 1000)
    opened.start()
    yield opened
    opened.close()
