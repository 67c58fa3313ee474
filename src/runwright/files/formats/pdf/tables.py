"""The tables of a page: first those that are drawn, then those that stand in open columns."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.files.formats.pdf import open_tables as pdf_open
from runwright.files.formats.pdf import ruled_tables as pdf_ruled
from runwright.files.formats.pdf.layout import Rules, Word
from runwright.files.formats.pdf.rows import Grid, has_columns, is_inside

MOST_WORDS = 20_000
"""A page with more words is no page that somebody reads: its tables are not looked for."""


def find(written: Sequence[Sequence[Word]], rules: Rules) -> list[Grid]:
    """Every table among the lines of a page, from the top down."""
    words = [word for line in written for word in line]
    if len(words) > MOST_WORDS:
        return []
    found = pdf_ruled.find(words, rules)
    if has_columns(written, pdf_open.FEWEST_LINES):
        free = [word for word in words if not any(is_inside(word, grid.box) for grid in found)]
        found.extend(pdf_open.find(free, rules.across))
    return sorted(found, key=lambda grid: (grid.box[1], grid.box[0]))
