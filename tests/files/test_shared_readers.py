"""A reader that outlives a file is as confined as any, and never stands between two projects.

The reader is the real one; only its format is made up where a test needs to look out of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from files.stage import WORDS, Stage, children, everything, given_stage
from runwright.config import Settings
from runwright.files import landlock, seccomp, shared_readers
from runwright.files.formats.types import Unreadable
from runwright.files.reader_output import ReaderKilled
from runwright.files.sandbox import LARGEST_SHARED, Sandbox, Task
from support.formats import EVERY_FORMAT, sample
from support.patience import PATIENCE

__all__ = ["given_stage"]

WHO = "import os\nyield Page(1, str(os.getpid()))"
BINARY = (".pdf", ".png", ".jpg", ".wav", ".m4a")
TEXTS = [name for name in EVERY_FORMAT if not name.endswith(BINARY)]

needs_landlock = pytest.mark.skipif(
    not landlock.version(), reason="this kernel offers no Landlock to the tests"
)
needs_seccomp = pytest.mark.skipif(
    not seccomp.is_available(), reason="this system offers no seccomp filters to the tests"
)


def readers(stage: Stage, *tasks: Task) -> list[str]:
    """Which process reads each of these files."""
    return [messages[0]["text"] for messages in stage.play_all(*tasks)]


def text(stage: Stage, project: str = "proj_a") -> Task:
    return stage.task("text", project=project)


# Whose it is ------------------------------------------------------------------------------------


def test_texts_of_a_project_are_read_by_one_process(stage: Stage) -> None:
    stage.shared_format(WHO)
    assert len(set(readers(stage, text(stage), text(stage), text(stage)))) == 1


def test_no_process_reads_texts_of_two_projects(stage: Stage) -> None:
    stage.shared_format(WHO)
    a, b, again = readers(stage, text(stage), text(stage, "proj_b"), text(stage))
    assert a == again != b


def test_few_processes_wait(stage: Stage) -> None:
    stage.shared_format(WHO)
    waiting: list[int] = []

    async def read() -> None:
        sandbox = Sandbox(Settings(data=stage.data))
        for n in range(shared_readers.MOST_IDLE + 2):
            await everything(sandbox, text(stage, f"proj_{n}"))
        await _until(lambda: len(children()) <= shared_readers.MOST_IDLE)
        waiting.append(len(children()))
        await sandbox.stop()

    asyncio.run(read())
    assert waiting == [shared_readers.MOST_IDLE]


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_read_alike_alone_and_after_others(stage: Stage, name: str) -> None:
    words = sample(name)[0].decode("utf-8", "surrogateescape")
    tasks = [stage.task("text"), stage.task("text"), stage.task("text", is_retry=True)]
    for task in tasks[1:]:
        task.path.write_bytes(words.encode("utf-8", "surrogateescape"))
    _, after, alone = stage.play_all(*tasks)
    assert after == alone != []


# What has a process of its own ------------------------------------------------------------------


def test_other_formats_have_a_process_each(stage: Stage) -> None:
    stage.format(WHO)
    assert len(set(readers(stage, stage.task(), stage.task()))) == 2


@pytest.mark.parametrize("why", ["large", "retry"])
def test_a_large_text_and_one_that_is_tried_again_have_a_process_of_their_own(
    stage: Stage, why: str
) -> None:
    stage.format("yield Page(1, 'by its path')")
    words = "a" * (LARGEST_SHARED + 1) if why == "large" else WORDS
    task = stage.task("text", words, is_retry=why == "retry")
    assert stage.play_all(task)[0][0]["text"] == "by its path"


def test_what_a_native_library_parses_is_sent_to_a_process_of_its_own(stage: Stage) -> None:
    stage.shared_format("raise NativelyParsed\nyield")
    with (Path(stage.data.parent) / "modules" / "made_up_format.py").open("a") as module:
        module.write("def read(path, reading):\n    yield Page(1, 'by its path')\n")
    assert stage.play(media="text") == [{"is": "page", "n": 1, "text": "by its path"}]


# When it ends -----------------------------------------------------------------------------------


def test_it_ends_after_so_many_files(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_readers, "MOST_FILES", 2)
    stage.shared_format(WHO)
    first, second, third = readers(stage, text(stage), text(stage), text(stage))
    assert first == second != third


def test_it_ends_after_so_much_work(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_readers, "MOST_SECONDS", 0)
    stage.shared_format(WHO)
    assert len(set(readers(stage, text(stage), text(stage)))) == 2


def test_it_ends_when_nothing_comes(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_readers, "IDLE_SECONDS", 0.01)

    async def read() -> None:
        await everything(Sandbox(Settings(data=stage.data)), text(stage))
        await _until(lambda: children() == [] and not list(stage.homes.iterdir()))

    asyncio.run(read())


@pytest.mark.parametrize("fault", ["raise Unreadable('no')", "raise ValueError", "os.abort()"])
def test_it_ends_when_anything_goes_wrong(stage: Stage, fault: str) -> None:
    stage.shared_format(f"{WHO}\nif data == b'bad':\n    {fault}")
    seen = []

    async def read() -> None:
        sandbox = Sandbox(Settings(data=stage.data))
        seen.extend(await everything(sandbox, text(stage)))
        with pytest.raises(Exception):  # noqa: B017, PT011 -- each fault has its own
            await everything(sandbox, stage.task("text", "bad"))
        assert children() == []
        seen.extend(await everything(sandbox, text(stage)))
        await sandbox.stop()

    asyncio.run(read())
    assert seen[0] != seen[1]


def test_one_that_was_killed_while_it_waited_costs_a_file_one_attempt(stage: Stage) -> None:
    async def read() -> None:
        sandbox = Sandbox(Settings(data=stage.data))
        await everything(sandbox, text(stage))
        os.kill(int(children()[0]), signal.SIGKILL)
        try:
            found = await everything(sandbox, text(stage))
        except ReaderKilled:
            found = await everything(sandbox, text(stage))
        assert found[0]["text"].strip() == WORDS.strip()
        await sandbox.stop()

    asyncio.run(read())


def test_a_breakdown_is_the_files_matter_only_if_it_is_the_first(stage: Stage) -> None:
    stage.shared_format("import os\nif data == b'bad':\n    os.abort()\nyield Page(1, 'read')")
    with pytest.raises(Unreadable, match="damaged"):
        stage.play_all(stage.task("text", "bad"))
    with pytest.raises(ReaderKilled):
        stage.play_all(text(stage), stage.task("text", "bad"))


# Its limits -------------------------------------------------------------------------------------


def test_each_file_has_computing_time_of_its_own(stage: Stage) -> None:
    stage.shared_format(
        "import json, resource\n"
        "used = resource.getrusage(resource.RUSAGE_SELF)\n"
        "soft, hard = resource.getrlimit(resource.RLIMIT_CPU)\n"
        "yield Page(1, json.dumps([used.ru_utime + used.ru_stime, soft, hard]))\n"
        "end = used.ru_utime + used.ru_stime + 1.1\n"
        # Asked after every bit of work alone, or nearly all of its time would be the system's.
        "while resource.getrusage(resource.RUSAGE_SELF).ru_utime < end:\n    sum(range(100_000))"
    )
    found = [json.loads(line) for line in readers(stage, text(stage), text(stage))]
    for used, soft, _ in found:
        assert used < soft <= used + 61
    assert found[1][1] > found[0][1]
    assert found[0][2] == found[1][2]


def test_a_text_that_computes_for_ever_is_ended_by_its_limit(stage: Stage) -> None:
    stage.shared_format(
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (1, 60))\n"
        "while data == b'bad':\n    pass\n"
        "yield Page(1, 'read')"
    )
    with pytest.raises(Unreadable, match="seconds of computing"):
        stage.play_all(stage.task("text", "bad"), seconds=60)


# What it may reach ------------------------------------------------------------------------------

HARNESS = """
import json, os, socket
def ends(act):
    try:
        act()
    except Exception as error:
        return type(error).__name__
    return "done"
"""


@needs_landlock
def test_it_opens_no_file_and_writes_nowhere(stage: Stage) -> None:
    task, other = text(stage), text(stage)
    secret = stage.data / "runwright.db"
    stage.data.mkdir(exist_ok=True)
    secret.write_text("secret")
    attempts = {
        "own_file": f"open({str(task.path)!r}).read()",
        "other_file": f"open({str(other.path)!r}).read()",
        "database": f"open({str(secret)!r}).read()",
        "own_folder": "os.listdir('.')",
        "write": "open('new', 'w').write('x')",
        "folder": "os.mkdir('new')",
        "temporary": "open(os.environ['TMPDIR'] + '/new', 'w')",
        "accounts": "open('/etc/passwd').read()",
    }
    given = ", ".join(f"'{name}': lambda: {act}" for name, act in attempts.items())
    stage.shared_format(
        f"{HARNESS}\nyield Page(1, json.dumps({{n: ends(a) for n, a in {{{given}}}.items()}}))"
    )
    for line in readers(stage, task, other):
        assert json.loads(line) == dict.fromkeys(attempts, "PermissionError")


@needs_seccomp
def test_its_only_socket_leads_nowhere_else(stage: Stage) -> None:
    stage.shared_format(
        f"{HARNESS}\n"
        "made = ends(lambda: socket.socket(socket.AF_UNIX))\n"
        "known = socket.socket(fileno=os.dup(0))\n"
        "moved = ends(lambda: known.connect('\\0elsewhere'))\n"
        "yield Page(1, f'{made} {moved}')"
    )
    made, moved = readers(stage, text(stage))[0].split()
    assert made == "PermissionError"
    assert moved != "done"


def test_nothing_of_an_earlier_file_is_open(stage: Stage) -> None:
    stage.shared_format(
        "import json, os\n"
        "yield Page(1, json.dumps(sorted(os.path.realpath(f'/proc/self/fd/{n}') "
        "for n in os.listdir('/proc/self/fd'))))"
    )
    tasks = [text(stage) for _ in range(3)]
    opened = [json.loads(line) for line in readers(stage, *tasks)]
    assert len({len(names) for names in opened}) == 1
    for names in opened:
        assert not {str(task.path) for task in tasks} & set(names)


def test_the_descriptor_of_a_file_is_to_be_read_from_and_no_more(stage: Stage) -> None:
    """As a taken-over reader would use it: in the moment in which it is handed over."""
    stage.shared_format("yield Page(1, seen)")
    stage.before_reading(
        "import fcntl\n"
        "handed = reader.read_handed\n"
        "def spied(order, descriptor):\n"
        "    import made_up_format\n"
        "    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE\n"
        "    def ends(act):\n"
        "        try:\n            act()\n"
        "        except OSError:\n            return 'refused'\n"
        "        return 'done'\n"
        "    again = ends(lambda: open(f'/proc/self/fd/{descriptor}', 'r+'))\n"
        "    cut = ends(lambda: os.ftruncate(descriptor, 0))\n"
        "    mode = ends(lambda: os.fchmod(descriptor, 0o666))\n"
        "    made_up_format.seen = json.dumps([flags, again, cut, mode])\n"
        "    return handed(order, descriptor)\n"
        "reader.read_handed = spied\n"
    )
    task = text(stage)
    flags, again, cut, mode = json.loads(readers(stage, task)[0])
    assert (flags, cut) == (os.O_RDONLY, "refused")
    if landlock.version():
        assert again == "refused"
    if seccomp.is_available():
        assert mode == "refused"
    assert task.path.read_text() == WORDS


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)
