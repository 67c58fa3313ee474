"""Text as a terminal shows it: widths, tables, bars, times. No input or output is done here."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

GAP = "  "
LEAST = 8
"""Columns that may shrink keep so many cells, unless they say otherwise."""
_EIGHTHS = " ▏▎▍▌▋▊▉"
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def plain(text: str, *, is_line: bool = False) -> str:
    """Text of others, without anything that steers a terminal or turns its order round."""
    kept = "" if is_line else "\n\t"
    if is_line:
        text = " ".join(text.split())
    return "".join(
        sign if sign in kept or not _steers(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text
    )


def _steers(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cs") or sign in _TURNING


def cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(_cells(sign) for sign in text)


def _cells(sign: str) -> int:
    if sign.isascii():
        return 1
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def cut(text: str, width: int) -> str:
    """A text that fits, with a sign that it was longer."""
    if cells(text) <= width:
        return text
    kept, taken = "", 0
    for sign in text:
        if taken + _cells(sign) > width - 1:
            break
        kept, taken = kept + sign, taken + _cells(sign)
    return f"{kept}…" if width > 0 else ""


def pad(text: str, width: int, *, is_right: bool = False) -> str:
    """A text with spaces up to a width."""
    spaces = " " * (width - cells(text))
    return spaces + text if is_right else text + spaces


def wrap(text: str, width: int | None) -> str:
    """A text broken between words where a terminal is narrower; its own lines stay."""
    if width is None:
        return text
    return "\n".join(_wrapped(line, width) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    lines, current = [], ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if current and cells(longer) > width:
            lines.append(current)
            current = word
        else:
            current = longer
    return "\n".join([*lines, current])


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table."""

    title: str
    is_right: bool = False
    shrinks: bool = False
    """Whether it may be cut; others, such as ids, are shown whole."""
    is_optional: bool = False
    """Whether it is left out where there is no room; the last such first."""
    least: int = LEAST
    """How many cells it keeps when it shrinks."""


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """The lines of a table that fits, the first of them its headings."""
    shown = list(range(len(columns)))
    full = {
        n: max([cells(columns[n].title), *(cells(row[n]) for row in rows)], default=0)
        for n in shown
    }
    if width is not None:
        shown, full = _fitted(columns, shown, full, width)
    lines = [[columns[n].title for n in shown], *([row[n] for n in shown] for row in rows)]
    return [
        GAP.join(
            pad(cut(text, full[n]), full[n], is_right=columns[n].is_right)
            for n, text in zip(shown, line, strict=True)
        ).rstrip()
        for line in lines
    ]


def _fitted(
    columns: Sequence[Column], shown: list[int], full: dict[int, int], width: int
) -> tuple[list[int], dict[int, int]]:
    """Which columns there is room for, and how wide they can be."""

    def least(n: int) -> int:
        return min(full[n], columns[n].least) if columns[n].shrinks else full[n]

    def room(taken: list[int]) -> int:
        return width - len(GAP) * (len(taken) - 1) - sum(least(n) for n in taken)

    for n in reversed(shown):
        if columns[n].is_optional and room(shown) < 0:
            shown = [each for each in shown if each != n]
    left = max(0, room(shown))
    widths = {n: least(n) for n in shown}
    # Fairly: whoever needs least has enough first, and the longest share what is left.
    waiting = sorted(shown, key=lambda n: full[n] - widths[n])
    for place, n in enumerate(waiting):
        more = min(left // (len(waiting) - place), full[n] - widths[n])
        widths[n], left = widths[n] + more, left - more
    return shown, widths


def bar(share: Fraction, width: int, *, has_blocks: bool = True) -> str:
    """A bar that fills a share of so many cells; what is more than nothing is always seen."""
    return span(Fraction(0), share, width, has_blocks=has_blocks).rstrip()


def span(start: Fraction, length: Fraction, width: int, *, has_blocks: bool = True) -> str:
    """A bar that begins at one share of a width, and is as long as another."""
    first = min(width - 1, int(start * width))
    if length <= 0:
        return " " * width
    if not has_blocks:
        count = max(1, round(length * width))
        return pad(" " * first + "#" * min(count, width - first), width)
    eighths = max(1, round(length * width * 8))
    whole, rest = divmod(min(eighths, (width - first) * 8), 8)
    drawn = " " * first + "█" * whole + (_EIGHTHS[rest] if rest else "")
    return pad(drawn, width)


def duration(microseconds: int) -> str:
    """How long something took, to three digits."""
    if microseconds < 1_000_000:
        return f"{_digits(microseconds / 1000)} ms"
    seconds = microseconds / 1_000_000
    if seconds < 60:
        return f"{_digits(seconds)} s"
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes} min {seconds:02} s"


def _digits(number: float) -> str:
    return f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 100 else f"{number:.0f}"


def size(count: int) -> str:
    """How much something is."""
    if count < 1000:
        return f"{count} bytes"
    for unit, bytes_each in (("kB", 1000), ("MB", 1000**2)):
        if count < bytes_each * 1000:
            return f"{_digits(count / bytes_each)} {unit}"
    return f"{_digits(count / 1000**3)} GB"


def many(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def local(moment: datetime) -> str:
    """A moment in the zone of whoever looks."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def zone() -> str:
    """The zone of whoever looks."""
    return datetime.now().astimezone().strftime("%Z")
