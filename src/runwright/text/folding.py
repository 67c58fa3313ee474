"""Text as it is compared: `fold` for search, `name_key` for names."""

from __future__ import annotations

import re
import unicodedata

from runwright.text.words import word_set

LEGAL_FORMS = word_set("""
    inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh ag se kg ug ev sa
    sarl sas srl spa bv nv oy ab as aps kk pty
    """)
"""What stands behind a company's name and is not part of it."""
LONGEST_NAME = 80
_READ = 300
_PARENTHESES = re.compile(r"\s*\([^()]*\)\s*")
_POSSESSIVE = re.compile(r"['’]s\b")
_PUNCTUATION = re.compile(r"[^\w&@+]+|_+")


def fold(text: str) -> str:
    """The text in lower case, without accents, in plain forms: `Straße` and `STRASSE` agree."""
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in spread if not unicodedata.combining(c)))


def name_key(name: str) -> str:
    """What two spellings of one name share: `The Böhm & Co. (Berlin)` is `bohm &`.

    Case, accents, punctuation, a leading article, a legal form, a possessive and what stands in
    parentheses are not part of a name.
    """
    folded = strip_possessives(strip_parentheses(fold(squeeze(name))))
    words = _PUNCTUATION.sub(" ", folded).split()
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    while len(words) > 1 and words[-1] in LEGAL_FORMS:
        words = words[:-1]
    return " ".join(words)[:LONGEST_NAME]


def squeeze(name: str) -> str:
    """The name with single spaces, and no longer than a name can be."""
    return " ".join(name[:_READ].split())


def strip_parentheses(text: str) -> str:
    """The text without what stands in parentheses."""
    return _PARENTHESES.sub(" ", text)


def strip_possessives(text: str) -> str:
    """`Anna's` as `Anna`."""
    return _POSSESSIVE.sub("", text)
