"""The child process that reads one file, and then ends.

It limits and confines itself before it looks at a single byte: address space, computing time,
written files; no network, no other program, and of the file system what it needs. What it finds
goes out as JSON lines, with the terms and names of each item worked out here, so that the server
only has to store them.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import resource
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

import orjson

from runwright import clock
from runwright.context.index import names, terms
from runwright.context.types import Mention
from runwright.files.confinement import confine
from runwright.files.formats import MODULES, needs
from runwright.files.formats.types import Draft, Page, Part, Reading, Segment, Table, Unreadable
from runwright.processes import begin_child
from runwright.records.facts import (
    LONGEST_NAME,
    Event,
    Facts,
    Passage,
    Transaction,
    dump_facts,
)

LONGEST_TEXT = 1_000_000
"""Characters in one message: a longer page goes out in several."""
MOST_ITEMS = 100_000
MOST_CHARACTERS = 50_000_000
MOST_MENTIONS = 24
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_WRITTEN = 256 * 1024 * 1024


def main() -> None:
    """Read the orders, then the file."""
    begin_child()
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not come between
    orders = orjson.loads(sys.stdin.buffer.read())
    limit(orders["memory"], orders["seconds"])
    confine(Path(orders["path"]), Path.cwd())
    clock.use_pinned_zones()
    say(sink, outcome(orders, sink))


def limit(memory: int, seconds: int) -> None:
    """Give away what reading a file must not have."""
    os.setpgrp()  # whoever ends this process ends what it may have started
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNET) != 0:
        libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)
    os.nice(10)
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, _WRITTEN),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 256),
    ):
        resource.setrlimit(kind, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))


def outcome(orders: dict[str, Any], sink: BinaryIO) -> dict[str, Any]:
    """Say what is found on the way; how it ended."""
    try:
        for message in messages(read(orders)):
            say(sink, message)
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


def read(orders: dict[str, Any]) -> Iterator[Part]:
    """The parts of the file, by the module for what it is."""
    media = orders["media"]
    try:
        module = importlib.import_module(MODULES[media])
    except ImportError as error:
        raise Unreadable(needs(media)) from error
    reading = Reading(
        filename=orders["filename"],
        now=datetime.fromisoformat(orders["now"]),
        zone=ZoneInfo(orders["zone"]),
    )
    parts: Iterator[Part] = module.read(Path(orders["path"]), reading)
    return parts


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
    if draft.kind == "passage":
        mentions |= dict.fromkeys(names.find(text, title))
    by_key = {mention.key: mention for mention in reversed(mentions) if mention.key}
    return {
        "source": draft.source,
        "title": title,
        "text": text,
        "page": draft.page,
        "row": draft.row,
        "facts": _cleaned_facts(draft.facts or _bare_facts(draft)),
        "mentions": [list(mention) for mention in reversed(by_key.values())][:MOST_MENTIONS],
        "terms": terms.analyse(text, title),
    }


def _bare_facts(draft: Draft) -> Facts:
    """What a format says of an item that has no facts of its own."""
    if draft.kind == "event":
        return Event(title=draft.title[:LONGEST_NAME], start=draft.at, end=draft.until)
    if draft.kind == "transaction":
        return Transaction(
            day=draft.at and draft.at[:10],
            at=draft.at if draft.at and len(draft.at) > 10 else None,
            amount=draft.amount,
            currency=draft.currency,
            counterparty=draft.title[:LONGEST_NAME],
        )
    return Passage(said=draft.at)


def _cleaned_facts(facts: Facts) -> dict[str, Any]:
    shown = orjson.dumps(dump_facts(facts), default=str)
    cleaned: dict[str, Any] = orjson.loads(shown)
    return cleaned


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
