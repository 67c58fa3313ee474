"""Child processes hold nothing of the server's, and none of them outlives it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from chaos.processes import computing_children, in_session
from conftest import SIGNING_KEY
from files import hostile
from support.client import Api
from support.patience import until
from support.postgres import Postgres
from support.server import Server

READER = "runwright.files.reader"
STANDARD = {"0", "1", "2"}
STARTING = ("create_subprocess", "subprocess.run", "subprocess.Popen", "os.fork(", "posix_spawn")


def slow_file(depth: int = 20) -> bytes:
    """A PDF whose reader is busy until it is ended: each form draws the next one ten times."""
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources %s >>"
    forms = []
    for number in range(5, 5 + depth):
        draws = b"/F Do " * 10 if number < 4 + depth else b"0 0 1 1 re f"
        own = b"<< /XObject << /F %d 0 R >> >>" % min(number + 1, 4 + depth)
        head = b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources %s /Length %d >>"
        forms.append(head % (own, len(draws)) + b"\nstream\n" + draws + b"\nendstream")
    return hostile.pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page % b"<< /XObject << /F 5 0 R >> >>",
            b"<< /Length 5 >>\nstream\n/F Do\nendstream",
            *forms,
        ]
    )


def readers(server: Server) -> list[int]:
    found = in_session(leader(server))
    return [pid for pid, command in found.items() if READER in command]


def leader(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def descriptors(pid: int) -> dict[str, str]:
    """What a process has open, by number."""
    folder, found = Path(f"/proc/{pid}/fd"), {}
    for entry in folder.iterdir():
        try:
            found[entry.name] = str(entry.readlink())
        except FileNotFoundError:
            continue  # it was closed while we looked
    return found


def is_closed(pid: int, server: Server) -> bool:
    """Whether a child has its standard streams and files, and of sockets and pipes one at most.

    A reader keeps the way to its parent under another number, since libraries print to 1.
    """
    found = descriptors(pid)
    others = [what for n, what in found.items() if n not in STANDARD and not what.startswith("/")]
    given = set(descriptors(leader(server)).values()) & {w for w in others if ":[" in w}
    return len(others) <= 1 and not given


@contextmanager
def busy_children(server: Server, api: Api) -> Iterator[list[int]]:
    """A computing process that has computed, and a reader that has just been started."""
    run = api.run(model="y0-deep")
    assert api.finished(run["id"])["status"] == "completed"
    file_id = api.upload(slow_file(), "slow.pdf").json()["id"]
    until(lambda: readers(server), "a file is read")
    yield [*readers(server), *computing_children(leader(server))]
    if server.process is not None:
        api.delete(f"/v1/files/{file_id}")


def kill_alone(server: Server) -> int:
    """kill -9 on the server and nothing else: nobody is there to end its children."""
    killed = leader(server)
    os.kill(killed, 9)
    assert server.process is not None
    server.process.wait()
    server.kill()
    return killed


def test_children_hold_nothing_of_the_server(server: Server, api: Api) -> None:
    with busy_children(server, api) as children:
        assert len(children) >= 2
        for pid in children:
            # The system starts a process before it can close what it was given.
            until(lambda pid=pid: is_closed(pid, server), "what it was given is closed")


def test_a_server_that_was_killed_in_the_middle_of_work_starts_again_at_once(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "data").start()
    with server.project() as api, busy_children(server, api):
        killed = kill_alone(server)
        server.arguments = ["--port", server.url.rpartition(":")[2]]
        with server:
            until(lambda: in_session(killed) == {}, "no child of it is left")


@pytest.mark.cluster
def test_processes_of_one_supervisor_end_with_it_and_hand_on_no_socket(
    postgres: Postgres, tmp_path: Path
) -> None:
    server = Server(
        tmp_path / "data",
        postgres.new_database(),
        {"RUNWRIGHT_SIGNING_KEY": SIGNING_KEY},
        arguments=["--workers", "2"],
    ).start()
    with server.project() as api, busy_children(server, api) as children:
        for pid in children:
            until(lambda pid=pid: is_closed(pid, server), "nothing is handed on")
        killed = kill_alone(server)
        server.arguments += ["--port", server.url.rpartition(":")[2]]
        until(lambda: in_session(killed) == {}, "no process of it is left")
        with server:
            pass


# On its own -------------------------------------------------------------------------------------


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=60
    )


def test_a_child_whose_parent_died_first_ends_by_itself() -> None:
    """Between its start and its asking to be told, nobody would tell it."""
    program = "from runwright import processes; processes.begin_child(); print('went on')"
    assert "went on" in run(program, str(os.getpid())).stdout
    ended = run(program, "1")
    assert (ended.returncode, ended.stdout) == (1, "")


def test_onnxruntime_is_told_to_report_nothing_before_it_can_be_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "0")
    program = (
        "import sys, runwright, os\n"
        "print('onnxruntime' in sys.modules, os.environ['ORT_DISABLE_TELEMETRY'])"
    )
    assert run(program).stdout.split() == ["False", "1"]


PROGRAMS = ("runwright", "runwright.jobs.child", "runwright.files.reader")
"""What our processes are started as; each imports the package before its own module."""


@pytest.mark.parametrize("module", PROGRAMS)
def test_every_program_of_ours_is_a_module_of_the_package(module: str) -> None:
    program = (
        "import importlib.util, os, sys\n"
        f"importlib.util.find_spec({module!r} + ('.__main__' if '.' not in {module!r} else ''))\n"
        "print(os.environ.get('ORT_DISABLE_TELEMETRY'))"
    )
    assert run(program).stdout.strip() == "1"


def test_nothing_starts_a_process_but_the_one_place() -> None:
    """A child that is started elsewhere would inherit what is inheritable, and stay."""
    package = Path(__file__).parent.parent / "src" / "runwright"
    starting = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if any(word in path.read_text("utf-8") for word in STARTING)
    }
    # pg_dump and pg_restore, which the command line waits for.
    assert starting == {"processes.py", "db/copies/postgresql.py"}
