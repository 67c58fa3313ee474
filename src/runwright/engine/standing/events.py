"""Which events of a calendar were called off, as their titles and texts say it."""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily
from runwright.engine.types import Item

_MARK = lazily(r"(cancell?ed|tentative):\s*", re.I)
_STATUS = lazily(r"\bstatus:?\s*(cancell?ed|tentative)\b|\[(cancell?ed|tentative)\]", re.I)
# A title says it at its beginning or its end: a call about a cancelled order is on.
_OFF_WORD = r"(?:cancell?ed|called off)"
_TITLED = lazily(rf"^\W*{_OFF_WORD}\b(?:\W*[:–—|/\])-]|\s-\s)|[-–—(\[|:]\s*{_OFF_WORD}\W*$", re.I)
_CALLED_OFF = lazily(
    r"(?:^|[.!\n]\s*)"
    r"(?:(?:this|the|it|our|today)\b[^.!?\n]{0,40}?\s"
    r"(?:is|was|has been|had to be|got)\s(?:now\s)?)?"
    rf"{_OFF_WORD}\b(?=\s*(?:[.!,;\n]|$|due|because|by|for now|today|until|this))",
    re.I,
)
_STATUS_WITHIN = 400


def is_called_off(event: Item) -> bool:
    """Whether it does not take place."""
    text = event.text[:_STATUS_WITHIN]
    if not any(word in text.lower() for word in ("cancel", "tentative", "called off")):
        return False
    if _TITLED.search(event.title) or _CALLED_OFF.search(text):
        return True
    said = _MARK.match(event.text) or _STATUS.search(text)
    return said is not None and said[said.lastindex or 0].lower().startswith("cancel")
