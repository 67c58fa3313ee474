"""The disk fills up under the embedded database: 503, no crash, and on it goes with room."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from chaos.checker import Answered, check_all
from chaos.storage import DATABASE_FILE, look
from support.client import Api, error_of
from support.patience import PATIENCE, until
from support.server import Server

SETTINGS = {"RUNWRIGHT_RATE_LIMIT": "1000000/min"}
MOST_TRIES = 3000
SIZE = "24m"


@contextmanager
def _small_disk(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True)
    tried = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
    )
    if tried.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {tried.stderr.strip()}")
    try:
        yield
    finally:
        # The system takes a moment to end what a killed server has started.
        until(lambda: _is_unmounted(folder), "the disk is in nobody's use")


def _is_unmounted(folder: Path) -> bool:
    return subprocess.run(["umount", str(folder)], capture_output=True, timeout=30).returncode == 0


@contextmanager
def _running_on(disk: Path, data: Path) -> Iterator[Server]:
    with _small_disk(disk):
        made = Server(data, None, SETTINGS)
        try:
            yield made.start()
        finally:
            if made.process is not None:
                made.kill()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server whose data folder is a small disk of its own; its log lies elsewhere."""
    data = tmp_path / "small" / "data"
    with _running_on(data, data) as made:
        yield made


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[Server]:
    """A server whose log lies on the same small disk as its data."""
    disk = tmp_path / "small"
    with _running_on(disk, disk / "data") as made:
        yield made


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue  # not even this fits any more


def _answered(tag: str, made: httpx.Response) -> Answered:
    return Answered(tag=tag, key=None, request_id=made.headers["request-id"], body=made.content)


def _create_until_refused(api: Api, answered: list[Answered]) -> httpx.Response:
    """Make runs until there is no room; the refusal."""
    for n in range(MOST_TRIES):
        tag = f"t{len(answered)}-{n}"
        metadata = {"tag": tag, **{f"pad{i}": "x" * 500 for i in range(8)}}
        body = {"model": "y0-fast", "prompt": "What is 2 + 2?", "metadata": metadata}
        made = api.post("/v1/runs", body)
        if made.status_code != 201:
            return made
        answered.append(_answered(tag, made))
    raise AssertionError(f"{MOST_TRIES} runs found room on a full disk")


def _fits(api: Api) -> bool:
    body = {"model": "y0-fast", "prompt": "What is 1 + 1?"}
    return api.post("/v1/runs", body).status_code == 201


def _check_full_and_back(
    server: Server, make_room: Callable[[], None], *, stays_full: bool = True
) -> None:
    """The whole story, from the first refusal to the first run that fits again."""
    answered: list[Answered] = []
    with server.api() as api:
        api.http.timeout = PATIENCE
        refusal = _create_until_refused(api, answered)
        error_of(refusal, 503, "overloaded")
        assert int(refusal.headers["retry-after"]) >= 1
        for _ in range(20 * stays_full):
            again = api.post("/v1/runs", {"model": "y0-deep", "prompt": "x" * 4000})
            error_of(again, 503, "overloaded")
        assert server.process is not None
        assert server.process.poll() is None
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        readiness = httpx.get(f"{server.url}/readyz").status_code
        make_room()
        until(lambda: _fits(api), "a run fits again")
        deep = api.run("What is 3 + 3?", model="y0-deep")["id"]
        assert api.finished(deep)["status"] == "completed"
    assert check_all(look(server), answered) == []
    assert readiness == 503 or not stays_full, "the disk was full and /readyz said ready"


def test_a_full_disk_is_503_until_there_is_room(server: Server) -> None:
    """Nothing crashes, `/readyz` says so, what was answered is there, and it goes on by itself."""
    ballast = server.data / "ballast"
    _fill(ballast)
    _check_full_and_back(server, ballast.unlink)


def test_a_full_disk_that_holds_the_log_too_is_503_until_there_is_room(crowded: Server) -> None:
    """A line that cannot be logged stops nothing: the same story when the log has no room."""
    ballast = crowded.data / "ballast"
    _fill(ballast)
    _check_full_and_back(crowded, ballast.unlink)


@pytest.mark.slow
def test_a_server_killed_on_a_full_disk_comes_back(server: Server) -> None:
    """kill -9 while there is no room: with room again it starts, and lost nothing answered."""
    answered: list[Answered] = []
    ballast = server.data / "ballast"
    _fill(ballast)
    with server.api() as api:
        _create_until_refused(api, answered)
    server.kill()
    ballast.unlink()
    server.start()
    with server.api() as api:
        api.run()
    assert check_all(look(server), answered) == []


@pytest.mark.slow
def test_a_file_that_may_not_grow_is_503_until_it_may(tmp_path: Path) -> None:
    """The same by a limit on the size of files, which needs no right to mount anything. The log of
    the database begins anew below the limit, so that small writes find room again and again."""
    server = Server(tmp_path / "data", None, SETTINGS).start()
    try:
        assert server.process is not None
        pid = server.process.pid
        unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        largest = max(file.stat().st_size for file in server.data.glob(f"{DATABASE_FILE}*"))
        ceiling = largest + 2 * 1024 * 1024
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (ceiling, unlimited[1]))
        _check_full_and_back(
            server,
            lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited) and None,
            stays_full=False,
        )
    finally:
        server.kill()
