"""A shelf of many items, made by number: as large as wanted, in seconds, the same every time.

Words follow Zipf's law over a large vocabulary, vectors lie around a few hundred centres. Rows go
into the database directly; the index blocks are what adding the items one by one would have made.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import orjson

from runwright.context.index import weights
from runwright.context.index.postings import BLOCK
from runwright.records.facts import Passage, write_facts

WORDS = 200_000
NAMES = 60_000
STOP_WORDS = 100
WORDS_AN_ITEM = 60
NAMES_AN_ITEM = 4
CENTRES = 400
DIMENSIONS = 384
PROJECT = "proj_01m7ft7wct870014k4rrkcp6vm"
SOURCE = "documents"
_FACTS = write_facts(Passage())
_RECORD = np.dtype([("offset", "<u2"), ("count", "u1"), ("length", "<u2")])

Integers = npt.NDArray[np.int64]


def fill(path: Path, first: int, count: int) -> None:
    """Add items, numbered from `first`, to a migrated database that no server has open."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    with connection:
        for begin in range(first, first + count, BLOCK):
            _fill_block(connection, begin, min(BLOCK, first + count - begin))
        _count(connection, first + count)
    connection.close()


def words_of(number: int) -> list[str]:
    """The words of one item."""
    return [f"w{word}" for word in _draw(number, WORDS_AN_ITEM, WORDS, 1.05)]


def questions(count: int, items: int) -> Iterator[str]:
    """What somebody might ask who remembers a few words of an item."""
    random = np.random.default_rng(7)
    for number in random.integers(0, items, count):
        yield " ".join(random.choice(words_of(int(number)), 8, replace=False))


def _draw(seed: int, count: int, most: int, exponent: float) -> Integers:
    """Numbers below `most`, the low ones far more often; the first ranks are stop words."""
    uniform = np.random.default_rng(seed).random(count)
    power, least = 1.0 - exponent, STOP_WORDS ** (1.0 - exponent)
    drawn = ((most**power - least) * uniform + least) ** (1.0 / power)
    whole: Integers = drawn.astype(np.int64)
    return whole


def _fill_block(connection: sqlite3.Connection, begin: int, count: int) -> None:
    numbers = range(begin, begin + count)
    words = {number: words_of(number) for number in numbers}
    names = {
        number: [
            f"name {name}" for name in _draw(-number - 1 & 0xFFFFFFFF, NAMES_AN_ITEM, NAMES, 1.02)
        ]
        for number in numbers
    }
    connection.executemany(
        "INSERT INTO context_items (project_id, source, number, id, file_id, kind, title, text, "
        "mentions, length, generation, facts) "
        "VALUES (?, ?, ?, ?, 'file_x', 'passage', '', ?, ?, ?, 0, ?)",
        (
            (
                PROJECT,
                SOURCE,
                number,
                f"item_{number:026}",
                " ".join(words[number]),
                orjson.dumps(names[number]).decode(),
                WORDS_AN_ITEM,
                _FACTS,
            )
            for number in numbers
        ),
    )
    _postings(connection, begin, words, names)
    _vectors(connection, begin, count)


def _postings(
    connection: sqlite3.Connection,
    begin: int,
    words: dict[int, list[str]],
    names: dict[int, list[str]],
) -> None:
    found: dict[str, dict[int, int]] = {}
    for number, own in words.items():
        for term in [*own, *(f"@{name}" for name in names[number])]:
            counts = found.setdefault(term, {})
            counts[number] = counts.get(number, 0) + 1
    rows = []
    for term, counts in found.items():
        records = np.zeros(len(counts), _RECORD)
        records["offset"] = np.fromiter(counts, np.int64) % BLOCK
        records["count"] = np.fromiter(counts.values(), np.int64)
        records["length"] = WORDS_AN_ITEM
        rows.append((PROJECT, SOURCE, term, begin // BLOCK, records.tobytes()))
    connection.executemany("INSERT INTO context_postings VALUES (?, ?, ?, ?, ?)", sorted(rows))
    connection.executemany(
        "INSERT OR IGNORE INTO context_entities VALUES (?, ?, ?, ?, 'name', ?, ?, 1)",
        (
            (PROJECT, SOURCE, term[1:], f"ent_{term[6:]:0>26}", term[1:], term[1:])
            for term in found
            if term.startswith("@")
        ),
    )


def _vectors(connection: sqlite3.Connection, begin: int, count: int) -> None:
    random = np.random.default_rng(begin)
    centres = np.random.default_rng(1).normal(size=(CENTRES, DIMENSIONS))
    made = centres[random.integers(0, CENTRES, count)] + random.normal(size=(count, DIMENSIONS))
    made *= 127 / np.abs(made).max(axis=1, keepdims=True)
    bodies = np.round(made).astype(np.int8)
    connection.executemany(
        f"INSERT INTO context_vectors VALUES (?, ?, ?, 1, '{weights.recipe()}', ?)",
        ((PROJECT, SOURCE, begin + n, bodies[n].tobytes()) for n in range(count)),
    )


def _count(connection: sqlite3.Connection, items: int) -> None:
    connection.execute(
        f"INSERT INTO context_shelves VALUES (?, ?, 0, 0, 0, 1, 0, '{weights.recipe()}', NULL)"
        " ON CONFLICT DO NOTHING",
        (PROJECT, SOURCE),
    )
    connection.execute(
        "UPDATE context_shelves SET next_number = ?, items = ?, terms = ?, erasures = erasures + 1",
        (items, items, items * WORDS_AN_ITEM),
    )
