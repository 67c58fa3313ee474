"""Names and lines as records compare and show them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=8192)
def folded(name: str) -> str:
    """A name without accents, case and punctuation: equal for spellings of the same."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(letters.split())


def one_line(text: str) -> str:
    """The text on one line, without control characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
