"""Whatever a reader does, its parent gets messages or one sentence, and nothing of it is left.

The child is the real reader, or a program in its place, started where the real one would be.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from contextlib import aclosing
from pathlib import Path

import pytest

from files.stage import WORDS, Stage, children, given_stage
from runwright.config import Settings
from runwright.files import reader_output, time_limit
from runwright.files.formats.types import Unreadable
from runwright.files.reader_output import ReaderFailed, ReaderKilled
from runwright.files.sandbox import Sandbox
from support.patience import PATIENCE

__all__ = ["given_stage"]

PAGE = {"is": "page", "n": 1, "text": "first"}
SAY = f"print('{json.dumps(PAGE)}', flush=True)"


def _is_alive(pid: int) -> bool:
    try:
        return (Path(f"/proc/{pid}") / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# What goes well ---------------------------------------------------------------------------------


def test_parts_come_out_as_messages(stage: Stage) -> None:
    stage.format("yield Page(1, path.read_text())\nyield Table(1, (('a', 'b'),))")
    assert stage.play() == [
        {"is": "page", "n": 1, "text": WORDS},
        {"is": "table", "page": 1, "rows": [["a", "b"]]},
    ]


def test_the_reader_of_the_product_is_started_without_our_help(stage: Stage) -> None:
    page, *items = stage.play(media="text")
    assert page["text"].strip() == WORDS.strip()
    assert {item["source"] for item in items} == {"documents"}
    assert sorted(item["facts"]["kind"] for item in items) == ["document", "passage"]


def test_what_a_library_prints_does_not_come_between(stage: Stage) -> None:
    stage.format(
        "import os, sys\n"
        'print(\'{"is": "done"}\', flush=True)\n'
        "os.write(1, b'rubbish' * 1000)\n"
        "sys.stderr.write('warning: ' + path.read_text())\n"
        "yield Page(1, 'first')"
    )
    assert stage.play() == [PAGE]


# Limits -----------------------------------------------------------------------------------------


def test_a_reader_that_sleeps_is_ended_at_the_wall(stage: Stage) -> None:
    stage.format("import time\nyield Page(1, 'first')\ntime.sleep(600)")
    with pytest.raises(Unreadable, match=r"longer than 2 seconds.*RUNWRIGHT_EXTRACT_SECONDS"):
        stage.play(seconds=2)


def test_a_reader_that_computes_for_ever_is_ended_by_its_limit(stage: Stage) -> None:
    """The clock of the parent is far away: the limit of the child itself must do it."""
    stage.format(
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (1, 6))\n"
        "while True:\n    pass\n"
        "yield"
    )
    with pytest.raises(Unreadable, match=r"seconds of computing.*RUNWRIGHT_EXTRACT_SECONDS"):
        stage.play(seconds=30)


def test_a_small_file_has_less_time_than_the_ceiling(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few bytes built to take for ever: ended by the limit of their size, which is named."""
    monkeypatch.setattr(time_limit, "BASE_SECONDS", 1)
    stage.format("import time\nyield Page(1, 'first')\ntime.sleep(600)")
    with pytest.raises(Unreadable, match="longer than 2 seconds, the limit for a file of its size"):
        stage.play(seconds=300)


def test_a_reader_is_told_the_limit_of_its_file(stage: Stage) -> None:
    stage.format("import resource\nyield Page(1, str(resource.getrlimit(resource.RLIMIT_CPU)[0]))")
    assert stage.play(seconds=1800)[0]["text"] == "61"


@pytest.mark.parametrize(
    ("size", "seconds"),
    [(0, 60), (4_700, 61), (1_000_000, 90), (10_000_000, 360), (58_000_000, 1800), (10**8, 1800)],
)
def test_the_time_grows_with_the_file_up_to_the_ceiling(size: int, seconds: int) -> None:
    limit = time_limit.TimeLimit.of(size, 1800)
    assert limit.seconds == seconds
    assert limit.is_ceiling == (seconds == 1800)


def test_a_reader_that_takes_too_much_memory_says_so(stage: Stage) -> None:
    stage.format("yield Page(1, 'first')\nhuge = bytearray(2_000_000_000)\nyield Page(2, 'no')")
    with pytest.raises(Unreadable, match="RUNWRIGHT_EXTRACT_MEMORY"):
        stage.play(memory=512)


def test_a_library_that_fails_for_want_of_memory_is_the_files_matter(stage: Stage) -> None:
    """Native code that gets no memory often ends the process: told as damage or want of memory."""
    stage.format("import os\nyield Page(1, 'first')\nos.abort()")
    with pytest.raises(Unreadable, match="damaged, or needs more than 1024 MB"):
        stage.play()


def test_depth_without_end_is_the_files_matter(stage: Stage) -> None:
    stage.format("def deeper(n):\n    return deeper(n + 1) + 1\nyield deeper(0)")
    with pytest.raises(Unreadable, match="memory"):
        stage.play()


def test_a_reader_may_not_fill_the_disk(stage: Stage) -> None:
    stage.format(
        "with open('ballast', 'wb') as file:\n"
        "    for _ in range(400):\n        file.write(bytes(1024 * 1024))\n"
        "yield Page(1, 'filled')"
    )
    with pytest.raises((Unreadable, ReaderFailed)):
        stage.play()


def test_a_message_that_is_too_long_is_refused(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader_output, "LONGEST_LINE", 100_000)
    stage.program("print(json.dumps({'is': 'page', 'n': 1, 'text': 'a' * 1_000_000}))")
    with pytest.raises(Unreadable, match="too large"):
        stage.play()


def test_a_line_without_end_is_refused(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_output, "LONGEST_LINE", 100_000)
    stage.program("while True:\n    sys.stdout.write('a' * 65536)")
    with pytest.raises(Unreadable, match="too large"):
        stage.play()


def test_messages_without_end_are_refused(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_output, "MOST_OUTPUT", 1_000_000)
    stage.program(f"while True:\n    {SAY}")
    with pytest.raises(Unreadable, match="too large to read"):
        stage.play()


# Deaths -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("signal", ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE"])
def test_a_crash_is_the_files_matter(stage: Stage, signal: str) -> None:
    stage.program(f"{SAY}\nos.kill(os.getpid(), signal.{signal})")
    with pytest.raises(Unreadable, match="damaged"):
        stage.play()


def test_a_reader_that_somebody_kills_may_be_tried_again(stage: Stage) -> None:
    stage.program(f"{SAY}\nos.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(ReaderKilled):
        stage.play()


def test_a_reader_killed_in_the_middle_of_a_line_may_be_tried_again(stage: Stage) -> None:
    half = json.dumps(PAGE)[:20]
    stage.program(f"sys.stdout.write({half!r})\nsys.stdout.flush()\nos.kill(os.getpid(), 9)")
    with pytest.raises(ReaderKilled):
        stage.play()


def test_an_end_without_a_word_is_no_success(stage: Stage) -> None:
    stage.program(SAY)
    with pytest.raises(Unreadable, match="break down"):
        stage.play()


def test_a_reader_that_never_starts_is_no_success(stage: Stage) -> None:
    stage.program("sys.exit(3)")
    with pytest.raises(Unreadable, match="break down"):
        stage.play()


def test_a_fault_of_ours_is_told_by_its_place_and_not_by_its_text(stage: Stage) -> None:
    stage.format("yield Page(1, 'first')\nraise ValueError('secret ' + path.read_text())")
    with pytest.raises(ReaderFailed) as caught:
        stage.play()
    assert str(caught.value).startswith("ValueError at made_up_format.py:")
    assert "secret" not in str(caught.value)


def test_a_reason_for_the_uploader_is_handed_on(stage: Stage) -> None:
    stage.format("raise Unreadable('It is locked. Remove the password.')\nyield")
    with pytest.raises(Unreadable, match=r"^It is locked\. Remove the password\.$"):
        stage.play()


@pytest.mark.parametrize(
    "line",
    ["rubbish", "[1, 2]", "null", "{}", '{"is": 3}', '{"is": "unreadable"}', "\udc80"],
)
def test_rubbish_is_a_fault_of_the_reader(stage: Stage, line: str) -> None:
    said = line.encode("utf-8", "surrogateescape")
    stage.program(f"os.write(1, {said!r} + b'\\n')\ntime.sleep(600)")
    with pytest.raises(ReaderFailed):
        stage.play()


def test_a_reader_that_hangs_up_and_stays_is_ended_at_the_wall(stage: Stage) -> None:
    stage.program("os.close(1)\ntime.sleep(600)")
    with pytest.raises((Unreadable, ReaderKilled)):
        stage.play(seconds=2)


def test_a_parent_that_looks_away_leaves_no_reader(stage: Stage) -> None:
    """As when a file is deleted while it is read: the rest is not waited for."""
    stage.program(f"{SAY}\n{SAY}\ntime.sleep(600)")

    async def look_once() -> None:
        sandboxed = Sandbox(Settings(data=stage.data))
        async with aclosing(sandboxed.read(stage.task())) as messages:
            assert await anext(messages) == PAGE

    asyncio.run(look_once())
    assert children() == []


def test_what_a_reader_forks_does_not_outlive_it(stage: Stage) -> None:
    stage.format(
        "import os, time\n"
        "forked = os.fork()\n"
        "if forked == 0:\n"
        "    time.sleep(600)\n"
        "yield Page(1, str(forked))"
    )
    grandchild = int(stage.play()[0]["text"])
    deadline = time.monotonic() + PATIENCE
    while (alive := _is_alive(grandchild)) and time.monotonic() < deadline:
        time.sleep(0.02)  # it was killed, and the system takes its moment
    if alive:
        os.kill(grandchild, 9)
    assert not alive


# What it may reach ------------------------------------------------------------------------------


def test_no_secret_is_in_its_environment(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RUNWRIGHT_DATABASE_URL", "AWS_SECRET_ACCESS_KEY", "SOME_TOKEN", "PYTHONPATH"):
        monkeypatch.setenv(name, "a-secret")
    stage.format("import json, os\nyield Page(1, json.dumps(dict(os.environ)))")
    seen = json.loads(stage.play()[0]["text"])
    assert "a-secret" not in json.dumps(seen)
    allowed = {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "HOME", "TMPDIR", "OMP_NUM_THREADS"}
    allowed |= {"HF_HUB_OFFLINE", "ORT_DISABLE_TELEMETRY", "PYTHONDONTWRITEBYTECODE"}
    assert set(seen) <= allowed
    assert seen["HOME"] == seen["TMPDIR"] == str(Path(seen["HOME"]).resolve())


def test_no_file_of_its_parent_is_open_in_it(stage: Stage, tmp_path: Path) -> None:
    with (tmp_path / "secret").open("w") as secret:
        os.set_inheritable(secret.fileno(), True)
        stage.format(
            "import os\n"
            "yield Page(1, ' '.join(os.path.realpath(f'/proc/self/fd/{n}') "
            "for n in os.listdir('/proc/self/fd')))"
        )
        assert str(tmp_path / "secret") not in stage.play()[0]["text"]


def _can_leave_the_network() -> bool:
    pid = os.fork()
    if pid == 0:
        import ctypes

        libc = ctypes.CDLL(None)
        os._exit(0 if libc.unshare(0x40000000) == 0 or libc.unshare(0x50000000) == 0 else 1)
    return os.waitpid(pid, 0)[1] == 0


def test_it_has_no_network(stage: Stage) -> None:
    if not _can_leave_the_network():
        pytest.skip("the system allows no network namespaces here")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        stage.format(
            "import socket\n"
            "try:\n"
            f"    socket.create_connection(('127.0.0.1', {port}), timeout=2)\n"
            "    yield Page(1, 'connected')\n"
            "except OSError as error:\n"
            "    yield Page(1, type(error).__name__)"
        )
        assert stage.play()[0]["text"] != "connected"
