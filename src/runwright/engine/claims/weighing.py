"""How much of an answer is supported by what it rests on: the engine's own checker.

Each sentence of an answer that states something is a claim. It is supported when its figures,
days, times, names and quotations stand in the items that it cites, or follow from them: as a sum,
a count, an average, an extreme, a difference or a share. What was only calculated must follow
from the prompt. What a claim is held against stands in `ground`, what follows in `figures`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from runwright.engine.claims.ground import PURE, Ground
from runwright.engine.compose import telling
from runwright.engine.patterns import lazily
from runwright.engine.standing.shaping import sentences
from runwright.engine.types import Finding, Item, Weighed

_SILENT = frozenset({"decline"})
_ABSENT = lazily(r"(?:nothing|none|no(?!,)|there (?:is|are) no)\b", re.I)
_FREE = lazily(r"\b(?:nothing|no|not|none|free)\b", re.I)
_LISTED = lazily(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_WORD = lazily(r"\w")
_DIGIT = lazily(r"\d")


def weigh(
    findings: Sequence[Finding], items: Sequence[Item], zone: ZoneInfo | None = None
) -> Weighed:
    """Count the claims of a run's answer, those that hold, and the steps that led to it.

    Items give instants in UTC; without the zone in which the answer tells them, a time holds if
    some zone makes it one of theirs.
    """
    known = {item.id: item for item in items}
    claims = supported = 0
    told = telling(findings)
    for finding in told:
        stated = _stated(finding)
        claims += len(stated)
        if finding.action in PURE and finding.value:
            supported += len(stated)  # It is what was worked out, and rests on nothing else.
        elif stated:
            ground = Ground(finding, known, findings, zone)
            supported += sum(map(ground.supports, stated))
    return Weighed(claims, supported, _useful(findings, told))


def _useful(findings: Sequence[Finding], telling: Sequence[Finding]) -> int:
    """Steps that stand in the answer, or only prepared one that does."""
    told = set(map(id, telling))
    useful = prepared = 0
    for finding in findings:
        if not finding.answer and not finding.reason:
            prepared += 1
            continue
        useful += 1 + prepared if id(finding) in told else 0
        prepared = 0
    return useful


def _stated(finding: Finding) -> list[str]:
    """The claims of an answer; that something is not there claims nothing that could be cited."""
    if not finding.answer or finding.action in _SILENT:
        return []
    lines = (_LISTED.sub("", line).strip() for line in finding.answer.splitlines())
    found = [sentence for line in lines for sentence in sentences(line)]
    absent = _FREE if not finding.items and finding.action not in PURE else _ABSENT
    return [each for each in found if _WORD.search(each) and not _denies(each, absent)]


def _denies(sentence: str, absent: re.Pattern[str]) -> bool:
    if absent is _FREE:
        return bool(absent.search(sentence))
    return bool(absent.match(sentence)) and not _DIGIT.search(sentence)
