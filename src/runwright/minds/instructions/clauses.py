"""Cutting instructions into clauses, each of which can be one rule, and taking courtesy off them.

Quotations are never cut: what stands in them is to be said, and is no rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from runwright.minds.instructions.quotes import mask

_MARK = re.compile(r"^[ \t]*(?:[-*•‣◦–#]+|\(?\d{1,2}[.)])[ \t]+", re.M)
_END = re.compile(r"[.!?;]+[\"'”’»)]*(?:\s+|$)|\s*\n\s*")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|no|nr|max|min|approx|ca|vs|dr|mr|mrs|ms|prof)$", re.I
)
_OPENS = (
    r"(?:please\s+)?(?:never|do\s+not|don['’]t|only|always|use|answer|reply|respond|write|keep|ignore"
    r"|leave\s+out|exclude|skip|avoid|begin|start|end|finish|sign|be|refuse|decline|look|read"
    r"|stick|limit|restrict|count|consider|disregard|omit|you\s+(?:must|should|may|can|are))\b"
)
_JOINT = re.compile(
    rf"\s*(?:,|\s[-–—]|\s)\s*(?:(?:and|but|then|so)\s+)+(?={_OPENS})|,\s*(?={_OPENS})", re.I
)
_CONDITION = re.compile(r"(?:if|when|whenever|should|unless)\b", re.I)
_SHORTENED = (
    (r"\b(do|does|did|must|should|would|could|is|are|was|were|has|have)n't\b", r"\1 not"),
    (r"\b(?:can't|can not)\b", "cannot"),
    (r"\bwon't\b", "will not"),
    (r"\b(you|we|they)'re\b", r"\1 are"),
    (r"\bi'm\b", "I am"),
)
_WHO = re.compile(
    r"^(?:you are|you act as|act as)\b[^.]{1,200}?\b(?:who|that|which|and)\s+"
    r"(?=(?:only|never|always|does not|do not|must|should|may)\b)",
    re.I,
)
_NEGATED = re.compile(
    r"(?:you\s+)?(?:never(?:\s+ever)?|(?:do|does|must|may|should|shall|will)\s+not|cannot|must\s+never"
    r"|(?:are|is)\s+not\s+(?:allowed|permitted|supposed|expected)\s+to|(?:are|is)\s+(?:not|never)\s+to"
    r"|(?:are|is)\s+forbidden\s+(?:from|to)|refrain\s+from|(?:under|in)\s+no\s+circumstances?"
    r"|on\s+no\s+account|by\s+no\s+means|no\s+need\s+to)(?:\s+(?:ever|you))*\b[\s,]*",
    re.I,
)
_ALLOWED = re.compile(
    r"i\s+only\s+(?:want|need|care|wish)\s+(?:you\s+)?(?:to\s+)?(?:about\s+)?|(?:you\s+)?(?:(?:may|can|should|must|shall|will)\s+only|are\s+only\s+(?:allowed|permitted|supposed)\s+to)"
    r"\s+",
    re.I,
)
_COURTESY = re.compile(
    r"(?:please|kindly|always|also|and|but|so|then|thus|therefore|again|note\s+that|important:?"
    r"|rules?:|remember\s+(?:to|that)|remember|make\s+sure\s+(?:that\s+)?(?:you\s+|to\s+)?"
    r"|be\s+sure\s+to|ensure\s+(?:that\s+)?(?:you\s+)?|see\s+to\s+it\s+that\s+you|take\s+care\s+to"
    r"|in\s+(?:all|every|each|any|your)\s+(?:answers?|repl(?:y|ies)|responses?|cases?)"
    r"|(?:when|whenever|while)\s+(?:you\s+)?(?:answer|reply|respond)(?:ing)?(?:\s+(?:me|questions))?"
    r"|your\s+(?:job|task|role|purpose|goal)\s+is\s+to|i\s+(?:want|need|expect|ask)\s+you\s+to"
    r"|i\s+would\s+like\s+you\s+to|it\s+is\s+important\s+(?:that\s+you|to)|at\s+all\s+times"
    r"|whatever\s+(?:i\s+am\s+asked|you\s+are\s+asked|happens)|from\s+now\s+on|for\s+(?:all|every)\s+answers?"
    r"|(?:(?:your|all|every|each|any|the)\s+)*(?:answers?|repl(?:y|ies)|responses?)"
    r"(?=\s+(?:should|must|shall|may|will|have|need|are|is)\b)"
    r"|you(?:\s+(?:should|must|shall|will|can|may|(?:have|need|ought|are)\s+to))?"
    r"|(?:should|must|shall|will|have\s+to|need\s+to))\b[\s,:]+",
    re.I,
)


class Clause(NamedTuple):
    """A piece of the instructions that can be one rule."""

    said: str
    """As it is written."""
    core: str
    """Without courtesy and without what negates it."""
    negative: bool = False
    """Whether it says what is not to be done."""


def clauses(instructions: str) -> list[Clause]:
    """Every clause, in its order."""
    return [_clause(piece) for piece in _pieces(_MARK.sub("", instructions))]


def _pieces(text: str) -> Iterator[str]:
    for sentence in _cut(text, _END):
        # What follows a condition belongs to it.
        yield from (sentence,) if _CONDITION.match(sentence) else _cut(sentence, _JOINT)


def _cut(text: str, at: re.Pattern[str]) -> Iterator[str]:
    masked, start = mask(text), 0
    for found in at.finditer(masked):
        if _ABBREVIATED.search(masked, start, found.start()):
            continue
        if piece := text[start : found.end()].strip():
            yield _bare(piece)
        start = found.end()
    if piece := text[start:].strip():
        yield _bare(piece)


def _bare(piece: str) -> str:
    """Without the sign at its end and the word that only joined it to the next."""
    return re.sub(r"(?:[\s,;.!?–—-]|\b(?:and|but|then)$)+$", "", piece) or piece


def _clause(said: str) -> Clause:
    core = " ".join(said.replace("’", "'").split())
    for shortened, whole in _SHORTENED:
        core = re.sub(shortened, whole, core, flags=re.I)
    core = _WHO.sub("", core)
    negative = False
    while True:
        if allowed := _ALLOWED.match(core):
            core = f"only {core[allowed.end() :]}"
        elif (found := _NEGATED.match(core)) and found.end() < len(core):
            core, negative = core[found.end() :], True
        elif (found := _COURTESY.match(core)) and found.end() < len(core):
            core = core[found.end() :]
        else:
            return Clause(said, core.strip(" ,:"), negative)
