"""The child that reads a file: what it gives away first, and the bounds of what it says."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from runwright.context.types import Mention
from runwright.files import reader
from runwright.files.formats import MODULES
from runwright.files.formats.types import Draft, Page, Part, Segment, Unreadable
from runwright.files.formats.types import Table as PageTable
from runwright.records.facts import Event, Passage, Table

NOW = "2026-11-15T09:00:00.000Z"
WRITTEN = 1_000_000


def draft(text: str, **fields: Any) -> Draft:
    return Draft(**{"source": "documents", "facts": Passage(), "text": text, **fields})


def outcome(path: Path, media: str = "text") -> dict[str, Any]:
    """How reading a file ends."""
    order = {"filename": "a.txt", "now": NOW, "zone": "UTC"}
    return reader.outcome(lambda: reader.read(media, path, reader.reading(order)), io.BytesIO())


def said(parts: Iterator[Part]) -> list[dict[str, Any]]:
    """Everything that a reader says whose format yields these parts."""
    sink = io.BytesIO()
    last = reader.outcome(lambda: parts, sink)
    return [*map(orjson.loads, sink.getvalue().splitlines()), last]


# Limits, in a process of their own --------------------------------------------------------------


def limited(program: str, memory: int = 600_000_000, seconds: int = 30) -> str:
    """What a process prints that has limited itself first."""
    head = (
        "import os, resource, sys\nfrom runwright.files import reader\n"
        f"reader.limit({memory}, {WRITTEN})\nreader.limit_computing({seconds}, {seconds + 5})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", head + program],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("RLIMIT_AS", (600_000_000, 600_000_000)),
        ("RLIMIT_CPU", (30, 35)),
        ("RLIMIT_CORE", (0, 0)),
        ("RLIMIT_NOFILE", (256, 256)),
        ("RLIMIT_FSIZE", (WRITTEN, WRITTEN)),
    ],
)
def test_a_limit_holds_for_good(name: str, limit: tuple[int, int]) -> None:
    assert limited(f"print(resource.getrlimit(resource.{name}))") == str(limit)


def test_more_memory_than_allowed_is_not_to_be_had() -> None:
    program = "try:\n    bytearray(700_000_000)\nexcept MemoryError:\n    print('refused')"
    assert limited(program) == "refused"


def test_it_gives_way_to_the_server() -> None:
    assert int(limited("print(os.nice(0))")) >= 10


def test_it_ends_when_its_parent_is_killed() -> None:
    """The parent dies as by a power cut; its reader must not go on reading."""
    child = (
        "import sys, time\nfrom runwright.files import reader\nreader.begin_child()\n"
        "reader.limit(10**9, 60)\nprint('limited', flush=True)\ntime.sleep(600)"
    )
    parent = (
        "import os, subprocess, sys\n"
        f"command = [sys.executable, '-c', {child!r}, str(os.getpid())]\n"
        "child = subprocess.Popen(command, stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\nprint(child.pid, flush=True)\nos.kill(os.getpid(), 9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True, timeout=60
    )
    # The child holds no pipe of ours; that `run` came back says nothing about it yet.
    pid = int(done.stdout)
    for _ in range(1000):
        if not _is_alive(pid):
            return
        subprocess.run(["sleep", "0.01"], check=True)
    raise AssertionError(f"the reader {pid} outlived its parent")


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# How it ends ------------------------------------------------------------------------------------


def test_parts_then_done() -> None:
    parts: list[Part] = [
        Page(1, "text"),
        PageTable(2, (("a", "b"), ("c", "d"))),
        Segment(0.5, 1.25, "spoken"),
    ]
    assert said(iter(parts)) == [
        {"is": "page", "n": 1, "text": "text"},
        {"is": "table", "page": 2, "rows": [["a", "b"], ["c", "d"]]},
        {"is": "segment", "start": 0.5, "end": 1.25, "text": "spoken"},
        {"is": "done"},
    ]


def failing(error: BaseException) -> Iterator[Part]:
    yield Page(1, "first")
    raise error


def test_the_reason_of_a_format_is_handed_on() -> None:
    *_, last = said(failing(Unreadable("Remove the password.")))
    assert last == {"is": "unreadable", "message": "Remove the password."}


@pytest.mark.parametrize("error", [MemoryError(), RecursionError("text of the file")])
def test_want_of_memory_says_what_can_be_done(error: Exception) -> None:
    *_, last = said(failing(error))
    assert last["is"] == "unreadable"
    assert "Split it" in last["message"]
    assert "RUNWRIGHT_EXTRACT_MEMORY" in last["message"]
    assert "text of the file" not in last["message"]


def test_a_fault_is_told_by_its_place_alone() -> None:
    *_, last = said(failing(KeyError("text of the file")))
    assert last["is"] == "failed"
    assert last["reason"].startswith("KeyError at test_reader.py:")


def test_a_kind_whose_libraries_are_missing_says_how_to_add_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MODULES", {**MODULES, "pdf": "no_such_library_at_all"})
    last = outcome(tmp_path / "a", "pdf")
    assert last["is"] == "unreadable"
    assert "pip install 'runwright[readers]'" in last["message"]


def test_a_file_that_is_gone_is_no_crash(tmp_path: Path) -> None:
    last = outcome(tmp_path / "absent")
    assert last["is"] == "failed"
    assert "FileNotFoundError" in last["reason"]


# Bounds -----------------------------------------------------------------------------------------


def test_a_long_page_goes_out_in_pieces_that_make_it_up_again() -> None:
    text = "".join(chr(97 + n % 26) for n in range(reader.LONGEST_TEXT * 2 + 1))
    messages = list(reader.messages(iter([Page(3, text)])))
    assert [len(message["text"]) for message in messages] == [reader.LONGEST_TEXT] * 2 + [1]
    assert {message["n"] for message in messages} == {3}
    assert "".join(message["text"] for message in messages) == text


def test_an_empty_page_is_a_page() -> None:
    assert list(reader.messages(iter([Page(1, "")]))) == [{"is": "page", "n": 1, "text": ""}]


def test_too_many_items_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MOST_ITEMS", 5)
    *before, last = said(draft(f"word {n}") for n in range(9))
    assert len(before) == 5
    assert (last["is"], "5 items" in last["message"]) == ("unreadable", True)


@pytest.mark.parametrize(
    "part",
    [
        Page(1, "a" * 600),
        PageTable(1, (("a" * 300, "b" * 300),)),
        Segment(0, 1, "a" * 600),
        draft("word " * 120),
        draft("word", title="title " * 100),
    ],
    ids=["page", "table", "segment", "item", "title"],
)
def test_too_many_characters_are_refused_wherever_they_are(
    monkeypatch: pytest.MonkeyPatch, part: Part
) -> None:
    monkeypatch.setattr(reader, "MOST_CHARACTERS", 1_000)
    *before, last = said(iter([part] * 9))
    assert last["is"] == "unreadable"
    assert "1,000 characters" in last["message"]
    assert len(before) == 1


# Items ------------------------------------------------------------------------------------------


def test_facts_are_texts_that_every_database_takes() -> None:
    facts = Table(number=1, rows=(("a\0b", "c\ud800"),))
    item = reader.item(draft("a", facts=facts))
    assert item["facts"]["rows"] == [["ab", "c?"]]


def test_terms_and_names_are_worked_out_here() -> None:
    item = reader.item(draft("Ingrid Solberg signed the lease in Oslo.", title="The lease"))
    assert item["terms"]
    assert any("solberg" in mention[2] for mention in item["mentions"])


def test_what_the_file_names_comes_first_and_once() -> None:
    named = Mention("person", "Ingrid Solberg", "ingrid@example.org")
    item = reader.item(draft("We met.", facts=Event(title="We met"), mentions=(named, named)))
    assert item["mentions"] == [list(named)]


def test_mentions_are_bounded() -> None:
    many = tuple(Mention("person", f"P {n}" + "x" * 300, f"key{n}" + "y" * 300) for n in range(99))
    mentions = reader.item(draft("We met.", facts=Event(title="We met"), mentions=many))["mentions"]
    assert len(mentions) == reader.MOST_MENTIONS
    assert [key[:5] for _, _, key in mentions[:2]] == ["key0y", "key1y"]
    assert max(len(text) for mention in mentions for text in mention) == 200


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\0b", "ab"),
        ("a\ud800b", "a?b"),
        ("\udfff", "?"),
        ("Grüße 東京 😀", "Grüße 東京 😀"),
        ("\x01\x1b[2J", "\x01\x1b[2J"),
        ("", ""),
    ],
)
def test_text_is_made_safe_for_databases_and_json(raw: str, clean: str) -> None:
    assert reader.clean(raw) == clean


@pytest.mark.parametrize(
    "part",
    [
        Page(1, "a\0\ud800"),
        PageTable(1, (("a\0", "\ud800"),)),
        Segment(0, 1, "\0\udc00"),
        draft("a\0 \ud800", title="\0\udfff", mentions=(Mention("person", "\ud800", "k\0"),)),
    ],
    ids=["page", "table", "segment", "item"],
)
def test_no_part_carries_half_a_character_or_a_nul(part: Part) -> None:
    for message in reader.messages(iter([part])):
        written = orjson.dumps(message)
        assert b"\\u0000" not in written
        assert written.decode("utf-8")


def test_numbers_that_json_does_not_know_do_no_harm() -> None:
    """A speech model may give a time that is none."""
    (message,) = reader.messages(iter([Segment(float("nan"), float("inf"), "spoken")]))
    assert orjson.loads(orjson.dumps(message))["text"] == "spoken"
