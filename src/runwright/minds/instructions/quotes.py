"""Which stretches of a text are quoted, and therefore data and never an instruction."""

from __future__ import annotations

import re

MASK = "\x00"
"""Stands for each quoted character in a masked text; prompts cannot contain it."""

_SIGNS = re.compile("[\"'`“„«\u2018]")

# Each alternative stops at its own opening sign, so no start scans past the next one: linear.
# In single quotes an apostrophe between two letters belongs to the word ('it's fine').
_QUOTED = re.compile(
    r'"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|`[^`]*`'
    r"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w))*'(?!\w)"
    r"|(?<!\w)\u2018(?:[^\u2018\u2019\n]|(?<=\w)\u2019(?=\w))*\u2019(?!\w)"
)


def mask(text: str) -> str:
    """The text with everything quoted blanked out, position for position.

    A full stop at the end of a quotation is kept: it may also end the sentence around it.
    """
    if not _SIGNS.search(text):
        return text
    return _QUOTED.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    size = match.end() - match.start()
    if size > 2 and match[0][-2] in ".!?":
        return MASK * (size - 2) + match[0][-2:]
    return MASK * size


def quotations(text: str) -> list[tuple[int, int]]:
    """The places of all quotations, signs included."""
    if not _SIGNS.search(text):
        return []
    return [match.span() for match in _QUOTED.finditer(text)]


def unquote(text: str) -> str:
    """The inside of a text that is one quotation; any other text, stripped."""
    text = text.strip()
    whole = _QUOTED.fullmatch(text)
    return text[1:-1] if whole else text
