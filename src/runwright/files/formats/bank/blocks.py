"""Statements that write each booking as a block of lines: `Date: …`, `Description: …`, `Amount: …`.

British banks export text of this shape. The blocks become rows below the words before the colons,
and are read as any other table is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from runwright.files.formats import passages
from runwright.files.formats.bank import dates, statements
from runwright.files.formats.types import Part, Reading, Table

_LINE = re.compile(r"^[ \t]*([^\W\d_][^:\n]{1,30}):[ \t\xa0]*(.*)$", re.M)
_LEAST = 2
"""One block alone may be the top of a letter."""

_Field = tuple[str, str]


def looks_like(text: str) -> bool:
    """Whether at least two blocks name a day and money in the same words."""
    return len(_blocks(list(_fields(text)))) >= _LEAST


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The table of the blocks, then its transactions."""
    found = _blocks(list(_fields(text)))
    header = tuple(dict.fromkeys(name for block in found for name, _ in block))
    rows = [tuple(dict(block).get(name, "") for name in header) for block in found]
    table = (header, *rows)
    yield Table(1, table)
    words = text[: text.find(f"{header[0]}:")]
    bookings = statements.transactions(table, page=None, reading=reading, words=words)
    if bookings is None:
        yield from passages.from_table(table, title=reading.filename)
    else:
        yield from bookings


def _fields(text: str) -> Iterator[_Field]:
    for found in _LINE.finditer(text):
        yield found[1].strip(), found[2].strip()


def _blocks(fields: Sequence[_Field]) -> list[list[_Field]]:
    """The fields from one day to the next; each block begins with the name that the first has."""
    first = next((name for name, value in fields if _begins(name, value)), None)
    starts = [n for n, (name, _) in enumerate(fields) if name == first]
    cut = [list(fields[a:b]) for a, b in pairwise([*starts, len(fields)])]
    return [block for block in cut if statements.is_heading([name for name, _ in block])]


def _begins(name: str, value: str) -> bool:
    return statements.is_day(name) and dates.cut(value) is not None
