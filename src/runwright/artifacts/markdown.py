"""Markdown in which text from records stays plain text.

Signs that Markdown or HTML would act on are escaped, so that no record can bring a link, an image
or a heading of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MEDIA_TYPE = "text/markdown; charset=utf-8"
_SPECIAL = re.compile(r"([\\`*{}\[\]<>#|~!]|(?<![^\W_])_|_(?![^\W_]))")


def plain(text: str) -> str:
    """Text on one line, in which Markdown sees nothing but words."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def write_table(
    header: Sequence[str], rows: Iterable[Sequence[str]], right: frozenset[int] = frozenset()
) -> str:
    """A table; the columns whose numbers are in `right` are aligned there."""
    marks = ["---:" if n in right else "---" for n in range(len(header))]
    lines = [[plain(text) for text in header], marks]
    lines += [[plain(text) for text in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
