"""Reports as other programs leave them, put back into print: spacing, dashes, days, doubled signs.

Text that was cut into words and joined again has a space before each comma ("$ 5 , and"); one that
lost its escapes has the code of a character in its place ("company 2019s", "20ac500", a cell that
is "2014" where a dash stood); a negative or a percentage may stand twice ("-21 ( 21 )",
"7% ( 7 % )"); a line break that was dropped glues a day to its year ("december 312017").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine.patterns import lazily
from runwright.engine.types import Item

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_TWICE = (
    (lazily(rf"-\s?({_NUMBER}) \( \1 \)"), r"-\1"),
    (lazily(rf"({_NUMBER})\s?% \(\s?\1\s?%\s?\)"), r"\1%"),
    (lazily(rf"\(\s?({_NUMBER})\s?\)\s?% \(\s*%\s?\)"), r"-\1%"),
)
_GLUED_DAY = lazily(rf"\b({_MONTH})\s?\.?\s?(\d{{1,2}})((?:19|20)\d\d)\b", re.I)
_MONTH_DOT = lazily(rf"\b({_MONTH}) \.(?=\s?\d)", re.I)
# What a character's code leaves behind where only the character makes sense.
_CODES = (
    (lazily(r"(?<=\w) 2019s\b"), "’s"),
    (lazily(r"(?<=s) 2019(?= (?:[a-z]+ )?[a-z]+s?\b)(?! (?:and|to|compared|of|in)\b)"), "’"),
    (lazily(r"\b201c(?=\w)"), "“"),
    (lazily(r"(?<=\S) ?201d\b"), "”"),
    (lazily(r"\b20ac(?=\d)"), "€"),
    (lazily(r"(?:(?<=\s)|^)201[34](?=[a-z]{2}|(?:19|20)\d\d\b)"), "— "),
    (lazily(r"((?:19|20)(?:1[5-9]|[2-9]\d)) 2013 (?=(?:19|20)\d\d\b)"), r"\1–"),
)
_LOST = lazily(r"\w 2019s\b|\b201c\w|\b20ac\d|\b201[34](?:[a-z]{3}|(?:19|20)\d\d\b)")
_DASH_CODE = lazily(r"(?:[$€£]\s?)?201[34](?:\s?%)?")
_BULLET = lazily(r"(?:(?<=\. )|(?<=; )|(?<=: )|^)2022 ")

_SPACED = lazily(r" [.,;:] ")
_LEAST_SPACED = 3
_ABBREVIATED = lazily(r"\b(u\.s|u\.k|no|nos|vs) \. ", re.I)
_STOP = lazily(r" \. ")
_BEFORE = lazily(r" (?=[,;:)?!](?:\s|$)|\.$)|(?<=\() | (?=% )")
_MONEY = lazily(r"([$€£¥]) (?=[-\d.(])")


def mended(items: Sequence[Item]) -> list[Item]:
    """The items in print: the same words and figures, spaced and signed as they were meant."""
    lost = any(_LOST.search(item.text) for item in items)
    return [_mended(item, lost) for item in items]


def _mended(item: Item, lost: bool) -> Item:
    if item.rows:
        return item._replace(rows=mended_rows(item.rows, lost))
    if " | " in item.text:
        lines = [line.split(" | ") for line in item.text.splitlines()]
        return item._replace(text="\n".join(map(" | ".join, mended_rows(lines, lost))))
    return item._replace(text=mended_text(item.text, lost))


def mended_text(text: str, lost: bool = False) -> str:
    """Running text; that which stands as it was printed is left alone."""
    if lost:
        text = _each(_CODES, _BULLET.sub("", text))
    if len(_SPACED.findall(text[:20_000])) < _LEAST_SPACED:
        return text
    text = _once(text)
    text = _ABBREVIATED.sub(r"\1. ", text)
    # Each sentence on a line of its own: nothing else tells where a lower-case one begins.
    text = _STOP.sub(".\n", text)
    return _MONEY.sub(r"\1", _BEFORE.sub("", text))


def mended_rows(rows: Sequence[Sequence[str]], lost: bool = False) -> tuple[tuple[str, ...], ...]:
    """The cells of a table."""
    coded = sum(bool(_DASH_CODE.fullmatch(cell)) for row in rows[1:] for cell in row[1:])
    dashed = coded > 1 or (lost and coded)
    found = []
    for n, row in enumerate(rows):
        dashes = bool(dashed and n and not _is_list_of_years(row))
        found.append(tuple(_cell(cell, lost, bool(at) and dashes) for at, cell in enumerate(row)))
    return tuple(found)


def _is_list_of_years(row: Sequence[str]) -> bool:
    """Whether the row goes through the years: there 2014 is one of them."""
    years = {cell for cell in row if re.fullmatch(r"(?:19|20)\d\d", cell.strip())}
    return len(years - {"2013", "2014"}) > 0


def _cell(text: str, lost: bool, dashes: bool) -> str:
    if dashes and _DASH_CODE.fullmatch(text.strip()):
        return "—"
    return _once(_each(_CODES, text) if lost else text)


def _once(text: str) -> str:
    """What is said twice said once, and days apart from their years."""
    text = _each(_TWICE, text)
    return _MONTH_DOT.sub(r"\1.", _GLUED_DAY.sub(r"\1 \2 \3", text))


def _each(mends: Sequence[tuple[re.Pattern[str], str]], text: str) -> str:
    for pattern, said in mends:
        text = pattern.sub(said, text)
    return text
