"""Tokens: the pieces of a text that numbers, durations and dates are put together from.

A token is a run of digits, a run of letters or one sign: `1h30` is three tokens, and so is `3rd`
two. Letters are folded and lose a possessive, so `last month's` ends with `month`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from runwright.text.folding import fold

_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s]")
_BEYOND = 64
"""No reader looks farther past the last token."""
_POSSESSIVES = ("'s", "’s")


class Token(NamedTuple):
    """One piece of a text, and where it stands."""

    text: str
    """Folded."""
    start: int
    end: int
    glued: bool
    """Nothing stands between it and the token before."""


class Tokens:
    """The tokens of a text; beyond the last there are only empty ones."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.items: list[Token] = []
        end = -1
        for found in _TOKEN.finditer(source):
            start = found.start()
            self.items.append(Token(_plain(found.group()), start, found.end(), start == end))
            end = found.end()
        self._texts = [item.text for item in self.items] + [""] * _BEYOND

    def __len__(self) -> int:
        return len(self.items)

    def text(self, at: int) -> str:
        """The folded token there; empty beyond the last."""
        # A place before the first counts from the end, and there are the empty ones, too.
        return self._texts[at]

    def texts(self, at: int, count: int) -> tuple[str, ...]:
        """So many tokens from there on."""
        return tuple(self._texts[at : at + count]) if at >= 0 else ("",) * count

    def raw(self, at: int) -> str:
        """The token there as it is written."""
        return self.source[self.items[at].start : self.items[at].end] if at < len(self) else ""

    def glued(self, at: int) -> bool:
        """Whether the token there follows the one before it without a space."""
        return 0 <= at < len(self.items) and self.items[at].glued

    def is_digits(self, at: int) -> bool:
        """Whether the token there is a run of the digits 0 to 9."""
        text = self._texts[at]
        return text.isdigit() and text.isascii()

    def skip(self, at: int, *texts: str) -> int:
        """The place after the token there if it is one of these, else the same place."""
        return at + 1 if self._texts[at] in texts else at

    def span(self, at: int, after: int) -> tuple[int, int]:
        """Where the tokens from `at` to before `after` stand in the text."""
        return self.items[at].start, self.items[after - 1].end

    def index_at(self, place: int, at: int) -> int:
        """The first token from `at` on that does not begin before a place in the text."""
        while at < len(self.items) and self.items[at].start < place:
            at += 1
        return at


def _plain(written: str) -> str:
    if written.isascii() and written.isalnum():
        return written.lower()
    plain = fold(written)
    for ending in _POSSESSIVES:
        plain = plain.removesuffix(ending)
    return plain
