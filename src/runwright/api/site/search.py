"""The index that the search of the documentation works on: each section of each page as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

_HEADING = re.compile(r'<h[1-3] id="([^"]+)">(.*?)</h[1-3]>', re.DOTALL)
_INLINE = re.compile(r"</?(?:a|code|em|span|strong)\b[^>]*>")
_TAG = re.compile(r"<[^>]+>")
_SPACE = re.compile(r"\s+")
_LONGEST = 1500
"""Characters of a section: what lies behind is reference, and found by its headings."""


def index(pages: Iterable[tuple[str, str, str, float]]) -> list[dict[str, Any]]:
    """Of each page its address, its title, its content and its weight: all sections."""
    return [
        {"address": where, "page": title, "title": heading, "text": text, "weight": weight}
        for address, title, content, weight in pages
        for where, heading, text in _sections(address, content)
    ]


def _sections(address: str, content: str) -> Iterator[tuple[str, str, str]]:
    marks = list(_HEADING.finditer(content))
    ends = [mark.start() for mark in marks[1:]] + [len(content)]
    for n, (mark, end) in enumerate(zip(marks, ends, strict=True)):
        where = f"{address}#{mark[1]}" if n else address
        yield where, _plain(mark[2]), _plain(content[mark.end() : end])[:_LONGEST]


def _plain(content: str) -> str:
    return _SPACE.sub(" ", unescape(_TAG.sub(" ", _INLINE.sub("", content)))).strip()
