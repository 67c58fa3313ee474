"""Looking through what the context sources gave, and quoting the lines that fit best.

The measure is plain: how many of the significant words of the part a line shares. It takes
every part that no reading understands, so it is also where "I cannot know this" is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Item, Step, Work

_WORD = lazily(r"[^\W_]+(?:['\u2019.-][^\W_]+)*")
_STOP_WORDS = """
    a about after again all also am an and any anything are as at be because been before being
    both but by can could did do does doing done each else every find for from get give go had
    has have having he hello her here hers hi him his how i if in into is it its just know let
    list look made make many may me might mine more most much must my need next no not of on one
    only or other our out over please say says search shall she should show so some tell than
    thank thanks that the their them then there these they this those to too under until up us
    use very want was we were what when where which while who whom whose why will with would you
    your calendar document documents file files finance finances context source sources
"""
_STOP = frozenset(_STOP_WORDS.split())
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ied", "ed", "es", "s", "ly", "y", "e")
_MOST_QUOTED = 3
_LONGEST_LINE = 300
_LONGEST_TOPIC = 8


class _Hit(NamedTuple):
    """One item's best line."""

    score: int
    line: str
    item: Item


def perform(step: Step, work: Work) -> Finding:
    """Quote the best lines, or say plainly where nothing was found."""
    sources = step.arguments.get("sources", "").split()
    hits = _best(_significant(step.part), work.items) if work.items else []
    if not hits:
        return Finding(action=step.action, part=step.part, reason=_reason(step.part, sources))
    return Finding(
        action=step.action,
        part=step.part,
        answer=" ".join(map(_quoted, hits)),
        value=hits[0].line,
        items=tuple(hit.item.id for hit in hits),
    )


def _reason(part: str, sources: Sequence[str]) -> str:
    topic = ", ".join(_topic(part))
    if not topic:
        return "it has no words to look for"
    if not sources:
        return (
            "it cannot be worked out from the prompt alone, and the run was given no context "
            "source to look in"
        )
    return f"nothing in your {_named(sources)} says anything about {topic}"


def _named(sources: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(sources[:-1]), sources[-1])))


def _topic(part: str) -> list[str]:
    words = (word for word in _WORD.findall(part) if word.lower() not in _STOP)
    return list(dict.fromkeys(words))[:_LONGEST_TOPIC]


def _best(wanted: frozenset[str], items: Sequence[Item]) -> list[_Hit]:
    """The items that tie for the most shared words, in the order in which they came."""
    needed = max(1, (len(wanted) + 2) // 3)
    hits = [hit for item in items if (hit := _hit(wanted, item)).score >= needed]
    top = max((hit.score for hit in hits), default=0)
    return [hit for hit in hits if hit.score == top][:_MOST_QUOTED]


def _hit(wanted: frozenset[str], item: Item) -> _Hit:
    """An item scores with all of its words, and is quoted with the line that has most of them."""
    found: set[str] = set()
    line, most = "", -1
    for text, shared in _lines(wanted, item.text):
        found |= shared
        if len(shared) > most:
            line, most = text, len(shared)
    return _Hit(len(found), line, item)


def _lines(wanted: frozenset[str], text: str) -> Iterator[tuple[str, frozenset[str]]]:
    for line in text.splitlines():
        if line.strip():
            yield line.strip(), wanted & _significant(line)


def _significant(text: str) -> frozenset[str]:
    words = _WORD.findall(text.lower())
    return frozenset(_stem(word) for word in words if word not in _STOP)


def _stem(word: str) -> str:
    """The word without its ending: "invoices" and "invoiced" meet in one form."""
    word = word.removesuffix("'s").removesuffix("\u2019s")
    if not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _quoted(hit: _Hit) -> str:
    line = hit.line
    if len(line) > _LONGEST_LINE:
        line = line[: _LONGEST_LINE - 1].rstrip() + "…"
    when = f" ({hit.item.at})" if hit.item.at else ""
    says = "say" if hit.item.source.endswith("s") else "says"
    return f"Your {hit.item.source} {says}: “{line}”{when}."
