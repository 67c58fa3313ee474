"""Whether a question is answered by several passages together: told by its words alone."""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily
from runwright.engine.prose import question

_COMPARES = lazily(
    r"\b(?:both|same|share[sd]?|in common|than|differ(?:s|ent|ence)?|either|alike|which|who)\b",
    re.I,
)
_BESIDE = lazily(r"[A-Z][^\s,?]*[\"”)]?,?\s(?:and|or)\s(?:the\s|a\s)?[\"“]?[A-Z0-9]")
"""Two names side by side."""
_LINKS = lazily(
    r"(?<=\w)\s(?:that|who|whom|whose|which|where|when|in which|of which|by whom)\b"
    r"|\b\w{3,}(?:ed|wn|lt|un|rn|ade|ld|ing)\s(?:by|in|at|for|as|after|on|with|from|to)\b"
    r"|['’]s\b|\bof the\b",
    re.I,
)
"""Words that describe a thing by another one."""
_DOUBTS = lazily(
    r"\b(?:contradict\w*|conflict\w*|disagree\w*|inconsisten\w*|verif\w+|double[- ]check"
    r"|cross[- ]check|really true|make sure|according to (?:both|all))\b",
    re.I,
)
_ENOUGH_LINKS = 2


def takes_hops(text: str) -> bool:
    """Whether several passages must be put together, or held against each other."""
    if _DOUBTS.search(text) or (_BESIDE.search(text) and _COMPARES.search(text)):
        return True
    names = len(question.read(text).names)
    links = len(_LINKS.findall(text))
    return links >= _ENOUGH_LINKS or (links >= 1 and names >= 2)
