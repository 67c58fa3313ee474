"""Which version of a document a question asks for, and the question without the words for that.

`Now`, `on the current policy` and `under the old one` choose a version; they say nothing of what
is asked about it, and a version does not call itself old. So they are left out when it is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from runwright.minds.embedded.summaries.naming import OLDER
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_PAPERS = (
    r"(?:ones?|versions?|editions?|issue|polic(?:y|ies)|insurance|cover|schedule|renewal|contract"
    r"|agreement|lease|handbook|manual|guide|rules|terms|papers?|paperwork|documents?|declarations)"
)
_OLD = r"(?:old|older|previous|former|earlier|prior|expired|last year[’']?s)"
_NEW = r"(?:new|newer|newest|latest|current|present|renewed|this year[’']?s)"
# `The old policy`, `my current renters insurance`: up to two words say which paper it is.
_OF_PAPERS = rf"(?=\s+(?:(?!and\b|or\b|on\b|in\b|the\b)[\w’'-]+\s+){{0,2}}{_PAPERS}\b)"
_OLD_PAPER = re.compile(rf"(?i)\b{_OLD}\b(?:{_OF_PAPERS}|(?=\s+and\s+(?:the\s+)?{_NEW}\b))")
_NEW_PAPER = re.compile(rf"(?i)\b{_NEW}\b(?:{_OF_PAPERS}|(?=\s+and\s+(?:the\s+)?{_OLD}\b))")
_RENEWAL = re.compile(r"(?i)\b(?:with|at|after|since|in|on) the renewal\b")
_NOW = re.compile(
    r"(?i)\b(?:now(?! that\b)|currently|nowadays|these days|at (?:present|the moment))\b"
)
_THAT_I_HAVE = re.compile(
    rf"(?i)\b({_PAPERS}) (?:that |which )?(?:i|we)(?:[’']ve)? (?:have|got)(?: got)? (?:now|today)\b"
)
# `This year's insurance` is then `the insurance`, where `my current lease` is `my lease`.
_OF_YEAR = re.compile(r"(?i)(?:this|last) year")
_CHANGE = re.compile(
    r"(?i)\b(?:did|has|have|had)\b.{0,60}?\b(?:chang\w+|go(?:ne)? (?:up|down)|ris\w+|drop\w*)\b"
    r"|\bwhat(?:[’']s| is| has|)? (?:changed|different|new)\b|\b(?:more|less|different)\b.{0,30}"
    r"\bthan (?:last year|before)\b|\bdifferences? between\b|\bstill the same\b"
)
# `On the old one`: nothing is left of it but the version.
_LEFT_OVER = re.compile(
    r"(?i)(?:\band\b)?\s*\b(?:under|on|in|with|by|for|at|from|of|to)"
    r" (?:the|my|our|this|that) ones?\b"
)
_BEFORE = word_set("previously formerly")
_WAS = word_set("was were did had")

Which = Literal["newest", "older", "both"]


class Wanted(NamedTuple):
    """The version that a question wants, and what it asks of it."""

    which: Which
    text: str
    """Empty where it asks for nothing but a version: `and on the old one?`."""


def wanted(text: str) -> Wanted:
    """The version that a question names; the newest where it names none."""
    is_old = _OLD_PAPER.search(text) is not None or asks_before(split_words(fold(text)))
    is_new = any(each.search(text) for each in (_NEW_PAPER, _RENEWAL, _NOW))
    is_both = (is_old and is_new) or _CHANGE.search(text) is not None
    which: Which = "both" if is_both else "older" if is_old else "newest"
    return Wanted(which, _without_version(text))


def asks_before(words: Sequence[str]) -> bool:
    """`What was it before?`; what is done before the move is something else, and so is an old
    bicycle, unless it is asked how something was."""
    is_named = not OLDER.isdisjoint(words) and not _WAS.isdisjoint(words)
    is_before = words[-1:] == ["before"] or ("before", "that") in pairwise(words)
    is_last = ("last", "year") in pairwise(words) and not _WAS.isdisjoint(words)
    return is_named or is_before or is_last or not _BEFORE.isdisjoint(words)


def _without_version(text: str) -> str:
    """The question without the words that only choose a version."""
    rest = _THAT_I_HAVE.sub(r"\1", text)
    for words in (_NOW, _OLD_PAPER, _NEW_PAPER, _RENEWAL):
        rest = words.sub(lambda found: "the" if _OF_YEAR.match(found[0]) else "", rest)
    rest = " ".join(_LEFT_OVER.sub("", " ".join(rest.split())).split()).strip(" ,;")
    return rest if len(split_words(rest)) > 1 else ""
