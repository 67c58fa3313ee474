"""Starts `runwright` in processes of its own, by forking one that has imported everything.

Importing costs a start two seconds of computing, and a test session starts hundreds. What is
started is the command itself, in a session, a folder and an environment of its own; only the
interpreter's start and the imports are spared. Tests of those start it with `exec`.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

PATIENCE = 180.0
"""See `patience`, which this cannot import as a program."""

_PID = struct.Struct("=i")
_EXIT = struct.Struct("=i")
_MOST_BYTES = 1 << 20
_NOT_OURS = ("PYTHON", "LD_")
"""Variables that an interpreter reads once, when it starts."""
_NOT_LOADED = ("runwright.db.migrations", "runwright.files.formats.")
"""What no server loads: what Alembic loads itself, and what readers of files load."""
_LOADED_LATE = ("alembic.command", "procrastinate", "psycopg", "sqlalchemy.dialects.postgresql")


class Forked:
    """A process that was started so; the part of `subprocess.Popen` that tests use."""

    def __init__(self, args: Sequence[str], status: socket.socket, stdout: IO[str] | None) -> None:
        self.args = args
        self.stdout = stdout
        self.returncode: int | None = None
        self._status = status
        self._lock = threading.Lock()
        self.pid: int = _PID.unpack(status.recv(_PID.size))[0]

    def poll(self) -> int | None:
        """See `Popen`."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """See `Popen`."""
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return code

    def send_signal(self, which: int) -> None:
        """See `Popen`."""
        if self.poll() is None:
            os.kill(self.pid, which)

    def kill(self) -> None:
        """See `Popen`."""
        self.send_signal(signal.SIGKILL)

    def _look(self, timeout: float | None) -> int | None:
        with self._lock:
            if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
                said = self._status.recv(_EXIT.size)
                assert said, f"nobody knows how {self.args} has ended"
                self.returncode = _EXIT.unpack(said)[0]
                self._status.close()
            return self.returncode


class ForkServer:
    """The test's end of the process that forks; started when first used."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None

    def can_start(self, command: Sequence[str], environment: Mapping[str, str]) -> bool:
        """Whether a process started here is like one that is started by `exec`."""
        is_alike = all(
            environment.get(name) == os.environ.get(name)
            for name in {*environment, *os.environ}
            if name.startswith(_NOT_OURS)
        )
        return is_alike and _is_program(command) and "--workers" not in command

    def start(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        stderr: IO[Any],
        stdout: IO[Any] | None = None,
    ) -> Forked:
        """Start `python -m runwright …` or `python script.py …`; without a stdout, it is a pipe."""
        assert _is_program(command)
        ours, theirs = socket.socketpair()
        read, write = os.pipe() if stdout is None else (None, os.dup(stdout.fileno()))
        wanted = json.dumps([list(command[1:]), dict(environment), str(folder)]).encode()
        with self._lock, theirs:
            try:
                given = array.array("i", [theirs.fileno(), write, stderr.fileno()])
                ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, given)]
                self._connected().sendmsg([wanted], ancillary)
            finally:
                os.close(write)
        return Forked(command, ours, None if read is None else os.fdopen(read))

    def _connected(self) -> socket.socket:
        if self._line is None:
            self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _MOST_BYTES)
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, __file__, str(theirs.fileno())],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                )
            atexit.register(self.stop)
        return self._line

    def stop(self) -> None:
        """End it; what it has started goes on."""
        if self._line is not None and self._process is not None:
            self._line.close()
            self._process.wait()
            self._line = self._process = None


def _is_program(command: Sequence[str]) -> bool:
    python, *rest = command
    is_module = rest[:2] == ["-m", "runwright"]
    return python == sys.executable and (is_module or rest[:1][0].endswith(".py"))


FORK_SERVER = ForkServer()


def run(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    folder: Path,
    timeout: float = PATIENCE,
) -> subprocess.CompletedProcess[str]:
    """`subprocess.run`, with what was printed captured."""
    if not FORK_SERVER.can_start(command, environment):
        return subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=folder, timeout=timeout
        )
    with tempfile.TemporaryFile("w+") as stdout, tempfile.TemporaryFile("w+") as stderr:
        started = FORK_SERVER.start(
            command, environment=environment, folder=folder, stdout=stdout, stderr=stderr
        )
        try:
            code = started.wait(timeout)
        except subprocess.TimeoutExpired:
            started.kill()
            raise
        for stream in (stdout, stderr):
            stream.seek(0)
        return subprocess.CompletedProcess(command, code, stdout.read(), stderr.read())


# The process ------------------------------------------------------------------------------------


def _import_everything() -> None:
    """Every module of the product that a command loads, and what those load late."""
    import runwright

    for found in pkgutil.walk_packages(runwright.__path__, "runwright."):
        if not found.name.startswith(_NOT_LOADED) and not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    for name in _LOADED_LATE:
        importlib.import_module(name)


def _serve(line: socket.socket) -> list[str] | None:
    """Fork for each request; what to run, in a forked process, and None at the end."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # those who wait for the programs need no care
    while True:
        wanted, ancillary, _, _ = line.recvmsg(_MOST_BYTES, socket.CMSG_SPACE(3 * 4))
        if not wanted:
            return None
        given = array.array("i", ancillary[0][2])
        if os.fork() == 0:
            line.close()
            arguments, environment, folder = json.loads(wanted)
            _wait_in_the_parent(*given)
            _settle(given, environment, folder)
            return list(arguments)
        for handle in given:
            os.close(handle)


def _wait_in_the_parent(status: int, *others: int) -> None:
    """Fork once more: the parent tells the number of the child, and in the end how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        return
    os.setsid()  # a signal to the test's terminal is for the test to handle
    for handle in others:
        os.close(handle)
    os.write(status, _PID.pack(child))
    _, ended = os.waitpid(child, 0)
    with contextlib.suppress(BrokenPipeError):
        os.write(status, _EXIT.pack(os.waitstatus_to_exitcode(ended)))
    os._exit(0)


def _settle(given: Sequence[int], environment: Mapping[str, str], folder: str) -> None:
    """Become what `exec` would have made of this process."""
    os.setsid()
    _, stdout, stderr = given
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.closerange(3, max(given) + 1)
    # Made anew: a stream remembers of what kind its file was.
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    importlib.reload(sys.modules["runwright"])  # importing it sets a variable


def _run(arguments: list[str]) -> NoReturn:
    is_module = arguments[0] == "-m"
    sys.argv = arguments[1:] if is_module else arguments
    if is_module:
        sys.path[0] = os.getcwd()
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = str(Path(arguments[0]).parent)
        runpy.run_path(arguments[0], run_name="__main__")
    sys.exit(0)


if __name__ == "__main__":
    _import_everything()
    gc.freeze()
    if (todo := _serve(socket.socket(fileno=int(sys.argv[1])))) is not None:
        _run(todo)
