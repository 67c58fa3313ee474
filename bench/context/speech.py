"""How well recordings are written down: words that are wrong, and what it costs.

The set is recordings and `gold.jsonl`, a line for each of them: `file`, `lang`, `transcript`.
Words are compared in lower case, without punctuation, and with numbers as they come.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import orjson

from bench.report import Figure
from runwright.files.formats.audio import reader as audio
from runwright.files.formats.audio.speech import RATE
from runwright.files.formats.types import Page, Reading

_READING = Reading("recording", datetime(2026, 1, 1, tzinfo=UTC), ZoneInfo("UTC"))


class _Heard(NamedTuple):
    """One recording, as it was written down."""

    language: str
    errors: int
    words: int
    cpu: float
    seconds: float


def measure(data: Path) -> list[Figure]:
    """The word error rate of English, and of other languages if there are any; the cost of both."""
    folder = data / "files" / "speech"
    heard = [_hear(folder, line) for line in (folder / "gold.jsonl").read_bytes().splitlines()]
    cost = sum(one.cpu for one in heard) / sum(one.seconds for one in heard)
    return [*_error_rates(heard), Figure(name="speech: CPU time of a second", value=cost, unit="s")]


def _error_rates(heard: Sequence[_Heard]) -> Iterator[Figure]:
    for language in sorted({one.language for one in heard}):
        errors = sum(one.errors for one in heard if one.language == language)
        words = sum(one.words for one in heard if one.language == language)
        yield Figure(
            name=f"speech: word error rate ({language})",
            value=errors / words,
            unit="",
            at_most=0.12 if language == "en" else None,
        )


def _hear(folder: Path, line: bytes) -> _Heard:
    gold = orjson.loads(line)
    path = folder / gold["file"]
    seconds = sum(map(len, audio.sound(path))) / RATE
    before = time.process_time()
    pages = [part for part in audio.read(path, _READING) if isinstance(part, Page)]
    cpu = time.process_time() - before
    spoken = normalised(gold["transcript"])
    return _Heard(
        gold["lang"], distance(spoken, normalised(pages[0].text)), len(spoken), cpu, seconds
    )


def normalised(text: str) -> list[str]:
    """The words in lower case without punctuation; an apostrophe belongs to its word."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return re.findall(r"[^\W_]+(?:'[^\W_]+)*", text)


def distance(said: Sequence[str], heard: Sequence[str]) -> int:
    """How many words are to be replaced, left out or put in."""
    row = list(range(len(heard) + 1))
    for at, word in enumerate(said, start=1):
        diagonal, row[0] = row[0], at
        for other, candidate in enumerate(heard, start=1):
            least = min(row[other] + 1, row[other - 1] + 1, diagonal + (word != candidate))
            diagonal, row[other] = row[other], least
    return row[-1]
