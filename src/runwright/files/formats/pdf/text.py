"""The lines of a page as a text: in reading order, in paragraphs, with broken words made whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from runwright.files.formats.pdf.layout import BROKEN, Word
from runwright.files.formats.pdf.rows import lines

_WIDER = 1.35
"""A step from line to line that is so much wider than others begins a paragraph."""
_LARGER = 1.15
"""Letters that are so much larger than most are those of a heading."""
_LARGEST = 1.45
"""And these are those of chapters."""
_LONGEST_HEADING = 200
_MOST_HEADING_WORDS = 15

_ENDS = (".", "!", "?", ":", ";", '"', "”")
_BROKEN_WORD = re.compile(rf"([^\W\d_]+)[{BROKEN}\xad]\n+([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")

Printed = Sequence[Sequence[Word]]
"""Lines of words."""


def ordered(written: Printed) -> Printed:
    """The lines as a reader meets them: as they are written, unless those jump about the page.

    Writing follows the reader's path over columns and boxes better than geometry does; but some
    programs write a statement column by column, or in no order at all.
    """
    jumps = sum(below[0].bottom < above[0].top for above, below in pairwise(written))
    return lines(word for line in written for word in line) if jumps > len(written) / 4 else written


def prose(printed: Printed) -> str:
    """The text of lines, with an empty line between paragraphs."""
    if not printed:
        return ""
    steps = [below[0].bottom - above[0].bottom for above, below in pairwise(printed)]
    usual = median([step for step in steps if step > 0] or [0.0])
    parts = [" ".join(word.text for word in printed[0])]
    for step, (above, below) in zip(steps, pairwise(printed), strict=True):
        begins = _begins(above, below, step, usual)
        parts.append(("\n\n" if begins else "\n") + " ".join(word.text for word in below))
    return _mended("".join(parts))


def heading(printed: Printed) -> str:
    """The first line in larger letters than most of the page has; empty if there is none."""
    if not printed:
        return ""
    usual = median(line[0].height for line in printed)
    for line in printed:
        if line[0].height <= _LARGER * usual:
            continue
        said = " ".join(word.text for word in line).replace(BROKEN, "-")
        if sum(map(str.isalpha, said)) > 2 and len(said) <= _LONGEST_HEADING:
            return said
    return ""


def headings(printed: Printed) -> dict[str, int]:
    """The lines in larger letters than most of the page has, and how deep each of them is."""
    if not printed:
        return {}
    usual = median(line[0].height for line in printed)
    found = {}
    for line in printed:
        ratio = line[0].height / usual
        said = " ".join(word.text for word in line).replace(BROKEN, "-")
        is_short = len(said) <= _LONGEST_HEADING and len(line) <= _MOST_HEADING_WORDS
        if ratio > _LARGER and is_short and sum(map(str.isalpha, said)) > 2:
            found[said] = 10 if ratio >= _LARGEST else 20
    # Where every second line is one, letters tell nothing.
    return found if 2 * len(found) <= len(printed) else {}


def _begins(above: Sequence[Word], below: Sequence[Word], step: float, usual: float) -> bool:
    """Whether a paragraph begins: after a wider step, in other letters, or in a new column."""
    sizes = sorted((above[0].height, below[0].height))
    if step > _WIDER * usual or sizes[1] > _LARGER * sizes[0]:
        return True
    return step < 0 and above[-1].text.endswith(_ENDS)


def _mended(text: str) -> str:
    if BROKEN not in text and "\xad" not in text:
        return text
    known = Counter(word.casefold() for word in _WORD.findall(text))

    def mend(found: re.Match[str]) -> str:
        # A hyphen stays where both halves, or the two with it, are words of the page elsewhere.
        first, second = found[1].casefold(), found[2].casefold()
        stays = min(known[first], known[second]) > 1 or f"{first}-{second}" in known
        return f"{found[1]}{'-' if stays else ''}{found[2]}"

    return _BROKEN_WORD.sub(mend, text).replace(BROKEN, "-")
