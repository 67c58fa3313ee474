"""A file that took its reader over reaches one file, one folder, and nobody.

The reader is the real one, started by the sandbox as the server does; only its format is made up:
it tries everything that an attacker would, and tells how each attempt ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from files.stage import WORDS, Stage, everything, given_stage
from runwright.config import Settings
from runwright.files import confinement, landlock, seccomp
from runwright.files.sandbox import Sandbox, Task
from support.formats import EVERY_FORMAT, sample

__all__ = ["given_stage"]

SECRETS = ("runwright.db", "runwright.db-wal", "owner.key", "signing.key", "blobs/proj_b/file_b")
HARNESS = """
import ctypes, json, os, shutil, signal, socket, subprocess
def ends(act):
    try:
        act()
    except Exception as error:
        return type(error).__name__
    return "done"
def tell(**attempts):
    return Page(1, json.dumps({name: ends(act) for name, act in attempts.items()}))
"""

needs_landlock = pytest.mark.skipif(
    not landlock.version(), reason="this kernel offers no Landlock to the tests"
)
needs_seccomp = pytest.mark.skipif(
    not seccomp.is_available(), reason="this system offers no seccomp filters to the tests"
)


@pytest.fixture
def secrets(stage: Stage) -> list[str]:
    """What lies in a data folder, beside the folder that readers use."""
    made = []
    for name in SECRETS:
        path = stage.data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("secret")
        made.append(str(path))
    return made


def outcomes(stage: Stage, **attempts: str) -> dict[str, str]:
    """How each attempt ends in a reader."""
    given = ", ".join(f"{name}=lambda: {act}" for name, act in attempts.items())
    stage.format(f"{HARNESS}\nyield tell({given})")
    return dict(json.loads(stage.play()[0]["text"]))


# Files ------------------------------------------------------------------------------------------


@needs_landlock
def test_it_reads_nothing_of_the_data_folder(stage: Stage, secrets: list[str]) -> None:
    reads = {f"read_{n}": f"open({path!r}).read()" for n, path in enumerate(secrets)}
    assert {Path(path).read_text() for path in secrets} == {"secret"}
    found = outcomes(
        stage,
        **reads,
        list=f"os.listdir({str(stage.data)!r})",
        link=f"(os.symlink({secrets[0]!r}, 'link'), open('link').read())",
        hard_link=f"(os.link({secrets[0]!r}, 'hard'), open('hard').read())",
        around=f"open('/proc/self/root' + {secrets[0]!r}).read()",
        home="os.listdir('/root')",
        accounts="open('/etc/passwd').read()",
    )
    assert found.pop("hard_link") in {"PermissionError", "OSError"}
    assert found == dict.fromkeys(found, "PermissionError")


@needs_landlock
def test_data_that_lie_in_a_checkout_on_pythons_path_stay_closed(
    stage: Stage, secrets: list[str]
) -> None:
    stage.format(f"{HARNESS}\nyield tell(read=lambda: open({secrets[0]!r}).read())")
    stage.before_reading(f"sys.path.append({str(stage.data.parent)!r})")
    assert json.loads(stage.play()[0]["text"]) == {"read": "PermissionError"}


@needs_landlock
def test_it_changes_nothing_outside_its_folder(stage: Stage, secrets: list[str]) -> None:
    outside = str(stage.data / "new")
    found = outcomes(
        stage,
        write=f"open({secrets[0]!r}, 'r+').write('x')",
        append=f"open({secrets[0]!r}, 'a').write('x')",
        truncate=f"os.truncate({secrets[0]!r}, 0)",
        remove=f"os.unlink({secrets[0]!r})",
        make=f"open({outside!r}, 'w').write('x')",
        folder=f"os.mkdir({outside!r})",
        take=f"os.rename({secrets[0]!r}, 'taken')",
        replace=f"(open('mine', 'w').close(), os.rename('mine', {secrets[0]!r}))",
        own_file=f"open({str(stage.data.parent / 'file_0')!r}, 'a').write('x')",
        device="os.mknod('disk', 0o60600, os.makedev(8, 0))",
    )
    assert found.pop("take") in {"PermissionError", "OSError"}
    assert found.pop("replace") in {"PermissionError", "OSError"}
    assert found == dict.fromkeys(found, "PermissionError")
    assert {Path(path).read_text() for path in secrets} == {"secret"}
    assert not Path(outside).exists()


@needs_seccomp
def test_it_opens_no_file_to_others(stage: Stage, secrets: list[str]) -> None:
    modes = [os.stat(path).st_mode for path in secrets]
    found = outcomes(
        stage,
        mode=f"os.chmod({secrets[0]!r}, 0o666)",
        owner=f"os.chown({secrets[0]!r}, 1234, 1234)",
        time=f"os.utime({secrets[0]!r}, (1, 1))",
        attribute=f"os.setxattr({secrets[0]!r}, 'user.a', b'b')",
    )
    assert found == dict.fromkeys(found, "PermissionError")
    assert [os.stat(path).st_mode for path in secrets] == modes


def test_its_file_and_its_folder_are_its_own(stage: Stage) -> None:
    stage.format(
        "import os\n"
        "os.mkdir('a')\n"
        "open('a/b', 'w').write(path.read_text())\n"
        "os.rename('a/b', 'c')\n"
        "yield Page(1, open('c').read())\n"
        "os.unlink('c')"
    )
    assert stage.play() == [{"is": "page", "n": 1, "text": WORDS}]


# Others -----------------------------------------------------------------------------------------


@needs_seccomp
def test_it_reaches_nobody(stage: Stage, tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as named,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        named.bind(str(tmp_path / "socket"))
        named.listen()
        abstract.bind("\0runwright-test")
        abstract.listen()
        found = outcomes(
            stage,
            tcp=f"socket.create_connection(('127.0.0.1', {tcp.getsockname()[1]}), 2)",
            udp="socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
            named=f"socket.socket(socket.AF_UNIX).connect({str(tmp_path / 'socket')!r})",
            abstract="socket.socket(socket.AF_UNIX).connect('\\0runwright-test')",
            listen="socket.create_server(('', 0))",
            raw="socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        )
    assert found == dict.fromkeys(found, "PermissionError")


@needs_seccomp
def test_it_runs_no_other_program_and_stays_in_its_group(stage: Stage) -> None:
    found = outcomes(
        stage,
        program="subprocess.run(['/bin/true'])",
        itself="os.execv('/proc/self/exe', ['python'])",
        session="os.setsid()",
        group="os.setpgid(0, 0)",
    )
    assert found == dict.fromkeys(found, "PermissionError")


@needs_landlock
def test_it_sees_and_signals_no_other_process(stage: Stage) -> None:
    with open(f"/proc/{os.getpid()}/environ", "rb") as readable:
        assert readable.read()
    attempts = {
        "memory": f"open('/proc/{os.getpid()}/mem', 'rb').read(1)",
        "environment": f"open('/proc/{os.getpid()}/environ', 'rb').read()",
        "descriptors": f"os.listdir('/proc/{os.getpid()}/fd')",
    }
    if landlock.version() >= 6:
        attempts["signal"] = "os.kill(os.getppid(), 0)"
    found = outcomes(stage, **attempts)
    assert found == dict.fromkeys(found, "PermissionError")


# Where the system has none of it ----------------------------------------------------------------


def test_without_landlock_and_seccomp_it_reads_on(stage: Stage) -> None:
    stage.format("yield Page(1, path.read_text())")
    stage.before_reading(
        "from runwright.files import landlock, seccomp\n"
        "landlock.version = lambda: 0\nseccomp.is_available = lambda: False\n"
    )
    assert stage.play() == [{"is": "page", "n": 1, "text": WORDS}]


def test_what_the_system_lacks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "version", lambda: 0)
    monkeypatch.setattr(seccomp, "is_available", lambda: False)
    told = list(confinement.gaps())
    assert ["Landlock" in gap for gap in told] == [True, False]
    assert ["seccomp" in gap for gap in told] == [False, True]


@needs_landlock
@needs_seccomp
def test_where_nothing_is_lacking_nothing_is_told() -> None:
    assert list(confinement.gaps()) == []


def test_a_thread_that_runs_already_is_no_way_round(stage: Stage) -> None:
    stage.format("yield Page(1, 'read')")
    stage.before_reading(
        "import threading\nthreading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
    )
    with pytest.raises(Exception, match="break down"):
        stage.play()


# The formats ------------------------------------------------------------------------------------

MEDIA = {"pdf": "pdf", "png": "png", "jpg": "jpeg", "wav": "wav", "m4a": "m4a"}


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    return Sandbox(Settings(data=tmp_path_factory.mktemp("data")))


@pytest.mark.parametrize("filename", EVERY_FORMAT)
def test_every_format_is_read_in_confinement(
    sandbox: Sandbox, filename: str, tmp_path: Path
) -> None:
    content, word = sample(filename)
    path = tmp_path / "file_a"
    path.write_bytes(content)
    task = Task(
        path=path,
        project_id="proj_a",
        media=MEDIA.get(filename.rpartition(".")[2], "text"),
        filename=filename,
        now="2026-11-15T09:00:00.000Z",
        zone="UTC",
    )

    async def read() -> list[dict[str, Any]]:
        try:
            return await everything(sandbox, task)
        finally:
            await sandbox.stop()

    assert word in json.dumps(asyncio.run(read()))
