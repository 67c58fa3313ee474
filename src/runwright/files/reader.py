"""The child process that reads a file and then ends, or texts of one project one by one.

It limits and confines itself before it looks at a single byte: address space, computing time,
written files; no network, no other program, and of the file system what it needs. What it finds
goes out as JSON lines, with the terms and names of each item worked out here, so that the server
only has to store them.

A reader of one file is told its path. One that is shared is handed each file as a descriptor over
the socket that is its standard input, and can open none itself.
"""

from __future__ import annotations

import ctypes
import importlib
import math
import os
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

import orjson

from runwright import clock
from runwright.context.index import names, terms
from runwright.context.types import Mention
from runwright.files.confinement import confine
from runwright.files.formats import MODULES, needs
from runwright.files.formats.bank.owner import with_owners_word
from runwright.files.formats.types import (
    Draft,
    NativelyParsed,
    Page,
    Part,
    Reading,
    Segment,
    Table,
    Unreadable,
)
from runwright.processes import begin_child
from runwright.records.facts import (
    dump_facts,
)

LONGEST_TEXT = 1_000_000
"""Characters in one message: a longer page goes out in several."""
MOST_ITEMS = 100_000
MOST_CHARACTERS = 50_000_000
MOST_MENTIONS = 24
MOST_COMPUTING = 180
"""Seconds of a shared reader's whole life: `shared_readers.MOST_SECONDS`, and the last file's."""
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_WRITTEN = 256 * 1024 * 1024
_LONGEST_ORDER = 65_536


def main() -> None:
    """Do what the last arguments say: how many files to read, and within how much memory."""
    begin_child()
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not come between
    clock.use_pinned_zones()
    mode, _, memory, _ = sys.argv[-4:]
    if mode == "shared":
        read_in_turn(sink, int(memory))
    else:
        read_alone(sink, int(memory))


def read_alone(sink: BinaryIO, memory: int) -> None:
    """Read the order, then its file."""
    order = orjson.loads(sys.stdin.buffer.read())
    path = Path(order["path"])
    limit(memory, _WRITTEN)
    limit_computing(order["seconds"], order["seconds"] + 5)
    confine(Path.cwd(), path)
    say(sink, outcome(lambda: read(order["media"], path, reading(order)), sink))


def read_in_turn(sink: BinaryIO, memory: int) -> None:
    """Read what is handed over, until nothing more comes or something goes wrong."""
    limit(memory, 0)
    limit_computing(MOST_COMPUTING, MOST_COMPUTING)
    confine(Path.cwd(), None)
    with socket.socket(fileno=sys.stdin.fileno()) as handed:
        while (order := receive(handed)) is not None:
            said = outcome(partial(read_handed, *order), sink)
            say(sink, said)
            if said["is"] != "done":
                return


def receive(handed: socket.socket) -> tuple[dict[str, Any], int] | None:
    """The next order and the descriptor of its file; None when there will be none."""
    message, descriptors, _, _ = socket.recv_fds(handed, _LONGEST_ORDER, 1)
    return (orjson.loads(message), *descriptors) if message else None


def read_handed(order: dict[str, Any], descriptor: int) -> Iterator[Part]:
    """The parts of a text, within its own share of computing time."""
    with os.fdopen(descriptor, "rb") as file:
        used = resource.getrusage(resource.RUSAGE_SELF)
        until = math.ceil(used.ru_utime + used.ru_stime) + order["seconds"]
        limit_computing(min(until, MOST_COMPUTING), MOST_COMPUTING)
        data = file.read()
    yield from _module(order["media"]).read_bytes(data, reading(order), natively=False)


def limit(memory: int, written: int) -> None:
    """Give away what reading a file must not have."""
    os.setpgrp()  # whoever ends this process ends what it may have started
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNET) != 0:
        libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)
    os.nice(10)
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, written),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 256),
    ):
        resource.setrlimit(kind, (most, most))


def limit_computing(seconds: int, most: int) -> None:
    """End after so many seconds of computing in all; it can never be put beyond `most` again."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, most))


def outcome(parts: Callable[[], Iterator[Part]], sink: BinaryIO) -> dict[str, Any]:
    """Say what is found on the way; how it ended."""
    try:
        for message in messages(parts()):
            say(sink, message)
    except NativelyParsed:
        return {"is": "alone"}
    except Unreadable as error:
        return {"is": "unreadable", "message": str(error)}
    except (MemoryError, RecursionError):
        return {
            "is": "unreadable",
            "message": "Reading the file takes more memory than is allowed. Split it, or ask the "
            "operator to raise RUNWRIGHT_EXTRACT_MEMORY.",
        }
    except Exception as error:
        # The text of an error may quote the file; where it happened does not.
        return {"is": "failed", "reason": f"{type(error).__name__} at {_place(error)}"}
    return {"is": "done"}


def read(media: str, path: Path, reading: Reading) -> Iterator[Part]:
    """The parts of the file, by the module for what it is."""
    parts: Iterator[Part] = _module(media).read(path, reading)
    if not reading.currency and not reading.account:
        return parts
    return with_owners_word(parts, reading)


def _module(media: str) -> Any:
    try:
        return importlib.import_module(MODULES[media])
    except ImportError as error:
        raise Unreadable(needs(media)) from error


def reading(order: dict[str, Any]) -> Reading:
    """What a format is told."""
    return Reading(
        filename=order["filename"],
        now=datetime.fromisoformat(order["now"]),
        zone=ZoneInfo(order["zone"]),
        currency=order.get("currency"),
        account=order.get("account"),
    )


def messages(parts: Iterator[Part]) -> Iterator[dict[str, Any]]:
    """Each part as JSON, within bounds."""
    items = characters = 0
    for part in parts:
        if isinstance(part, Draft):
            items += 1
            if items > MOST_ITEMS:
                raise Unreadable(f"The file gives more than {MOST_ITEMS:,} items. Split it.")
        for message in _messages(part):
            characters += _length(message)
            if characters > MOST_CHARACTERS:
                raise Unreadable(
                    f"The file holds more than {MOST_CHARACTERS:,} characters. Split it."
                )
            yield message


def _messages(part: Part) -> Iterator[dict[str, Any]]:
    if isinstance(part, Page):
        text = clean(part.text)
        for begin in range(0, max(len(text), 1), LONGEST_TEXT):
            yield {"is": "page", "n": part.n, "text": text[begin : begin + LONGEST_TEXT]}
    elif isinstance(part, Table):
        rows = [[clean(cell) for cell in row] for row in part.rows]
        yield {"is": "table", "page": part.page, "rows": rows}
    elif isinstance(part, Segment):
        yield {"is": "segment", "start": part.start, "end": part.end, "text": clean(part.text)}
    else:
        yield {"is": "item", **item(part)}


def _length(message: dict[str, Any]) -> int:
    cells = sum(len(cell) for row in message.get("rows", ()) for cell in row)
    return len(message.get("text", "")) + len(message.get("title", "")) + cells


def item(draft: Draft) -> dict[str, Any]:
    """An item with its terms and the names that it mentions."""
    title, text = clean(draft.title), clean(draft.text)
    mentions = dict.fromkeys(_cleaned(draft.mentions))
    if draft.kind in ("passage", "table"):
        mentions |= dict.fromkeys(names.find(text, title))
    by_key = {mention.key: mention for mention in reversed(mentions) if mention.key}
    return {
        "source": draft.source,
        "title": title,
        "text": text,
        "page": draft.page,
        "row": draft.row,
        "facts": _cleaned_value(dump_facts(draft.facts)),
        "mentions": [list(mention) for mention in reversed(by_key.values())][:MOST_MENTIONS],
        "terms": terms.analyse(text, title),
    }


def _cleaned_value(value: Any) -> Any:
    """Every text in a JSON value as `clean` gives it."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {name: _cleaned_value(each) for name, each in value.items()}
    return [_cleaned_value(each) for each in value] if isinstance(value, list) else value


def _cleaned(mentions: tuple[Mention, ...]) -> Iterator[Mention]:
    for mention in mentions:
        yield Mention(mention.kind, clean(mention.name)[:200], clean(mention.key)[:200])


def clean(text: str) -> str:
    """Text that every database and every JSON reader takes: no NUL, no half of a character."""
    if "\0" in text:
        text = text.replace("\0", "")
    return text.encode("utf-8", "replace").decode("utf-8")


def say(sink: BinaryIO, message: dict[str, Any]) -> None:
    """One message to the parent."""
    sink.write(orjson.dumps(message) + b"\n")
    sink.flush()


def _place(error: BaseException) -> str:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return "an unknown place"
    return f"{Path(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno}"


if __name__ == "__main__":
    main()
