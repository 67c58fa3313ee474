"""CSV as RFC 4180 has it: a header, CRLF, quotes where they are needed, UTF-8.

A spreadsheet takes a cell that begins with certain signs for a formula. Text that came from a
document must not become one, so such a cell gets an apostrophe in front; numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

MEDIA_TYPE = "text/csv; charset=utf-8"
_NUMBER = re.compile(r"[-+]?(?:\d+|\d{1,3}(?:[,. ]\d{3})+)(?:[.,]\d+)?\s?%?", re.ASCII)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def write_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A table as CSV."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(map(cell, header))
    writer.writerows([cell(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8", "replace")


def cell(value: str) -> str:
    """A value that no spreadsheet will take for a formula."""
    value = _ODD.sub(" ", value)
    if not value.lstrip().startswith(_FORMULA) and not value.startswith(_FORMULA):
        return value
    return value if _NUMBER.fullmatch(value) else f"'{value}"
