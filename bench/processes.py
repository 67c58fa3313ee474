"""The servers under test as processes of their own, and what `/proc` says about them."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Self

START_SECONDS = 30.0
STOP_SECONDS = 40.0
HEALTH = "/healthz"
MODELS = "/v1/models"
_TICK = os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).resolve().parent.parent


class Failed(Exception):
    """The measurement itself went wrong, so there is no figure to give."""


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Server:
    """One server process on a port of its own, its output in a file."""

    def __init__(
        self,
        command: Sequence[str],
        log: Path,
        secret: str,
        settings: Mapping[str, str] | None = None,
        first: str = HEALTH,
    ) -> None:
        """It has started when it answers at the address `first`."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.secret = secret
        self.start_seconds = 0.0
        self._first = first
        self._command = [*command, "--port", str(self.port)]
        self._log = log
        self._settings = dict(settings or {})
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process is not None
        return self._process.pid

    @property
    def stdin(self) -> IO[bytes]:
        """What the profiled server is told through."""
        assert self._process is not None
        assert self._process.stdin is not None
        return self._process.stdin

    def __enter__(self) -> Self:
        started = time.perf_counter()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=environment(self._settings),
                cwd=ROOT,
            )
        try:
            self._wait(started)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is None:
            return
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self.stdin.close()

    def _wait(self, started: float) -> None:
        while time.perf_counter() - started < START_SECONDS:
            assert self._process is not None
            if self._process.poll() is not None:
                raise Failed(f"the server ended: {self._log.read_text()[-2000:]}")
            if self._answers():
                self.start_seconds = time.perf_counter() - started
                return
            time.sleep(0.005)
        raise Failed(f"the server did not answer within {START_SECONDS} s")

    def _answers(self) -> bool:
        request = urllib.request.Request(f"{self.url}{self._first}")
        request.add_header("Authorization", f"Bearer {self.secret}")
        try:
            with urllib.request.urlopen(request, timeout=5):
                return True
        except urllib.error.HTTPError as error:
            if self._first != HEALTH:
                raise Failed(f"the server refused {self._first}: {error}") from None
            return True  # the bare path has nothing there, and says so
        except OSError:
            return False


def environment(settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a server: default settings, whatever ours says.

    An installation has its modules compiled, so they are compiled here too, once.
    """
    own = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("RUNWRIGHT_") and name != "PYTHONDONTWRITEBYTECODE"
    }
    return {**own, **(settings or {})}


def runwright(*arguments: str, settings: Mapping[str, str] | None = None) -> str:
    """Run a `runwright` command; what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "runwright", *arguments],
        capture_output=True,
        text=True,
        env=environment(settings),
        cwd=ROOT,
        timeout=60,
    )
    if done.returncode:
        raise Failed(f"runwright {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def new_key(data: Path, settings: Mapping[str, str] | None = None) -> str:
    """A key with every scope and no limit that a load could reach."""
    options = ["--name", "bench", "--scopes", "all", "--rate-limit", "999999999/min"]
    return runwright("keys", "create", "--data", str(data), *options, settings=settings)


def set_up(data: Path, settings: Mapping[str, str] | None = None) -> str:
    """A data folder as the real server makes it at its first start, and a key for the load."""
    data.mkdir(parents=True, exist_ok=True)
    with service(data, "", settings):
        pass
    return new_key(data, settings)


def service(
    data: Path,
    secret: str,
    settings: Mapping[str, str] | None = None,
    *,
    module: str = "runwright",
    first: str = HEALTH,
) -> Server:
    """The service, with default settings and its logs in a file; `module` is what is started."""
    command = [sys.executable, "-m", module, "serve", "--data", str(data)]
    return Server(command, data / "serve.log", secret, settings, first)


def bare(data: Path) -> Server:
    """The bare path."""
    data.mkdir(parents=True, exist_ok=True)
    secret = "bare_0123456789abcdef0123456789abcdef"  # noqa: S105 - of a server on loopback
    (data / "bare.key").write_text(secret)
    command = [sys.executable, "-m", "bench.bare", "--data", str(data)]
    return Server(command, data / "serve.log", secret)


def bare_start(data: Path) -> Server:
    """The floor of a start, over the database of a data folder."""
    command = [sys.executable, "-m", "bench.bare_start", "--data", str(data)]
    return Server(command, data / "bare_start.log", "", first=MODELS)


# /proc -----------------------------------------------------------------------------------------


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    parents = {number: fields[1] for number, fields in _all_stats().items()}
    found = [pid]
    for parent in found:
        found.extend(child for child, of in parents.items() if int(of) == parent)
    return found


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and its children, the ended ones included."""
    stats = _all_stats()
    ticks = 0
    for member in family(pid):
        if member in stats:
            # utime, stime, and cutime, cstime of children that have ended.
            ticks += sum(int(field) for field in stats[member][11:15])
    return ticks / _TICK


def exact_cpu_seconds(pid: int) -> float:
    """CPU time of a process and of its living descendants, to the microsecond."""
    spent = 0
    for member in family(pid):
        for task in Path(f"/proc/{member}/task").glob("*"):
            with contextlib.suppress(OSError):
                spent += int((task / "schedstat").read_text().split()[0])
    return spent / 1e9


def resident_mb(pid: int) -> float:
    """Resident memory of a process and its children."""
    total = 0
    for member in family(pid):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{member}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    total += int(line.split()[1])
    return total / 1024


def _all_stats() -> dict[int, list[str]]:
    """The fields of every process's stat, from the state on."""
    stats = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                text = Path(f"/proc/{entry}/stat").read_text()
                stats[int(entry)] = text.rpartition(")")[2].split()
    return stats
