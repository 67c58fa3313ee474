"""On which side of now a request looks: what has been, what is to come, or both."""

from __future__ import annotations

import re

from runwright.engine.patterns import lazily

_DONE = (
    r"(?:been|had|met|seen|done|gone|spoken|talked|attended|spent|missed|visited|taken|played|worked"
    r"|happened|held|cancelled|canceled|skipped|hosted|given|eaten|travelled|traveled|flown|sat)"
)
_VERBS = (
    r"did|didn['’]t|was|wasn['’]t|were|weren['’]t|had|met|attended|ago|happened|took|went|came|saw|spoke"
    r"|talked|visited|ended|finished|occurred|hosted|flew|ate|played|"
    rf"(?:have|has)\s(?:(?:i|we|there|it|he|she|they)\s)?(?:(?:ever|already|actually|also)\s)?{_DONE}"
    rf"|(?:i|we)['’]ve\s(?:\w+\s)?{_DONE}|(?:have|has)\s[^?.]{{1,40}}?\s(?:been|taken\splace|happened)"
    r"|(?:up|un)\s?(?:to|til|till)\s(?:now|today)|un?til\s(?:now|today)|up\sto\snow|so\sfar|to\sdate"
    r"|until\snow|by\snow|in\sthe\spast|back\sin|previously"
)
_BACK = lazily(rf"\b(?:{_VERBS})\b", re.I)
_PAST = lazily(
    rf"\b(?:{_VERBS}|yesterday"
    r"|(?:last|past|previous)\s(?:week|month|year|quarter|weekend|night|\w+day|\d+|few))\b",
    re.I,
)
_AHEAD = lazily(
    r"\b(?:do|does|don['’]t|will|won['’]t|shall|am|is|are|isn['’]t|aren['’]t|going\sto|upcoming|coming|comes?|next"
    r"|future|ahead|another|rest|remainder|left|remaining|remain|remains|still|yet|from\snow|tomorrow|tonight|later|soon"
    r"|soonest|need\sto|supposed\sto|should|can|could|planned|scheduled)\b|['’](?:s|re|m|ll)\s",
    re.I,
)
_TILL_NOW = lazily(
    r"\b(?:so\sfar|(?:up\s)?(?:until|till|to)\s(?:now|today)|by\snow|to\sdate)\b", re.I
)
_NOW = lazily(r"\b(?:right\snow|now|currently|at\sthe\smoment|current)\b", re.I)
_FROM_NOW = lazily(r"\b(?:from|as\sof|by)\snow\b(?:\son(?:wards)?\b)?", re.I)
_OVER_BOTH = frozenset({"list", "count", "hours", "longest", "shortest", "versus", "busiest"})


def is_past(text: str) -> bool:
    """Whether days without a year lie behind."""
    return _PAST.search(text) is not None


def asks_back(text: str) -> bool:
    """Whether it speaks of what has been."""
    return _BACK.search(text) is not None


def is_open(ask: str, text: str) -> bool:
    """Whether no tense says on which side of now a list or a figure lies."""
    return ask in _OVER_BOTH and not _PAST.search(text) and not _AHEAD.search(text)


def without_now(text: str) -> str:
    """The text without "so far" and its kind, in which no day and no hour is named."""
    return _TILL_NOW.sub(lambda match: " " * len(match[0]), text)


def speaks_of_now(text: str) -> bool:
    """Whether this very moment is meant."""
    return _NOW.search(_FROM_NOW.sub(" ", _TILL_NOW.sub(" ", text))) is not None
