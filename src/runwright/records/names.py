"""Names and lines as records compare and show them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LEGAL_FORM = re.compile(
    r"[ ,]+(?:(?i:gmbh|mbh|kgaa|ohg|gbr|e\.\s?v|e\.\s?k|ltd|limited|llc|llp|plc|inc|corp|sarl"
    r"|s\.?a\.?r\.l|s\.a\.s|s\.r\.l|s\.p\.a|s\.c\.a|s\.a\.u|s\.l\.u|s\.n\.c|s\.a|s\.l|n\.v|b\.v|sasu|eurl|bvba|pty|aps|a/s"
    r"|sp\. z o\.o)"
    r"|AG|KG|UG|SE|SA|SAS|SAU|SL|SLU|SpA|Srl|SRL|SNC|NV|BV|AB|Oy|eG|eV|EG)(?![\w'’]).*$"
)
"""How a firm is set up, and all behind it: `Zalando SE`, `REWE Markt GmbH-Zw`."""


_NOT_ALPHANUMERIC = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=8192)
def folded(name: str) -> str:
    """A name without accents, case and punctuation: equal for spellings of the same."""
    if name.isascii():
        return _NOT_ALPHANUMERIC.sub(" ", name.lower()).strip()
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(letters.split())


_SEAMS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=[0-9])|(?<=[0-9])(?=[^\W\d_])")


def parted(name: str) -> str:
    """A name of a file with blanks where words meet: `MonzoDataExport`, `Chase4417`."""
    return _SEAMS.sub(" ", name)


def one_line(text: str) -> str:
    """The text on one line, without control characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
