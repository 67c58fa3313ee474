"""What something was and what it is now, from one day to another: told the right way round.

An event is moved from `moved_from` to `start`, and a price changes from `before` to `after`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Slot
from runwright.minds.language.template import Hole
from runwright.text.words import word_set

_FROM = re.compile(
    r"\b(?:from|von|vom|of|than|statt|instead\s+of|originally)[\s*_(]+$", re.IGNORECASE
)
_TO = re.compile(
    r"\b(?:to|auf|until|till|bis|on|am|now|for)[\s*_(]+(?:the\s+|den\s+)?$", re.IGNORECASE
)
_WEEKDAY = re.compile(r"#+[*_]*,?\s*(?=#|$)")
_MOVING = word_set("moved move rescheduled postponed brought shifted verschoben verlegt vorverlegt "
                   "instead statt")  # fmt: skip
_ORIGINALLY = word_set("originally ursprunglich eigentlich was war")
_UNCHANGED = word_set("still unchanged noch weiterhin unverandert")
_OPENING = re.compile(r"\b(?:from|between|von|vom)[\s*_(]+$", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?:\b(?:to|until|till|and|bis|und)(?:\s+(?:the|zum))?|[–-])[\s*_(]+$", re.IGNORECASE
)
_FORMER = re.compile(
    r"\b(?:instead\s+of|statt|formerly|previously|rather\s+than|zuvor|vorher)[\s*_(]+$",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\b(?:since|from|after|seit|ab)(?:\s+dem)?[\s*_(]+$", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till|before|bis|vor)(?:\s+(?:dem|zum))?[\s*_(]+$", re.IGNORECASE)
_ISO = re.compile(r"\d{4}-\d\d-\d\d")


def problems(sentence: Sentence) -> Iterator[str]:
    """Where a sentence turns a move, a change or a stretch of time round."""
    yield from _moved(sentence)
    yield from _backwards(sentence)
    yield from _changed(sentence)


def _moved(sentence: Sentence) -> Iterator[str]:
    """`moved from {start} to {moved_from}`: what it was told as what it is, or the other way."""
    for hole in sentence.holes:
        slot = hole.source
        if not isinstance(slot, Slot) or getattr(slot.owner, "moved_from", None) is None:
            continue
        if slot.leaf in ("start", "end") and (said := sentence.has(_UNCHANGED)):
            yield f"“{said[0]}”: the event of `{slot.path}` was moved"
        before = _WEEKDAY.sub("", sentence.before(hole.start))
        if slot.leaf == "moved_from" and _TO.search(before) and not _is_origin(before):
            yield f"`{slot.path}` is when it was before, and the words say that it is then"
        is_moment = slot.leaf == "start" and not _ends(hole, sentence.holes)
        if is_moment and sentence.has(_MOVING) and _FROM.search(before):
            yield f"`{slot.path}` is when it is now, and the words say that it was then"


def _is_origin(before: str) -> bool:
    """`originally on {moved_from}`, `was on {moved_from}`."""
    words = re.findall(r"[^\W\d_]+", re.split(r"[,;:#]", before)[-1].lower())
    return bool(set(words) & _ORIGINALLY) and not set(words) & {"moved", "rescheduled", "to", "auf"}


def _ends(hole: Hole, holes: Sequence[Hole]) -> bool:
    """`from {start} to {end}` is how long it is."""
    later = [each.source for each in holes if each.start > hole.start]
    return bool(later) and isinstance(later[0], Slot) and later[0].leaf == "end"


def _backwards(sentence: Sentence) -> Iterator[str]:
    """`from {last} to {first}`: what begins is not behind what ends, unless it was moved."""
    for one, other in pairwise(sentence.holes):
        if not isinstance(one.source, Slot) or not isinstance(other.source, Slot):
            continue
        moments = [str(each.source.value) for each in (one, other)]  # type: ignore[union-attr]
        are_days = all(_ISO.match(each) for each in moments)
        is_span = _OPENING.search(sentence.before(one.start)) and _CLOSING.search(
            sentence.before(other.start)
        )
        is_moved = "moved_from" in (one.source.leaf, other.source.leaf)
        if are_days and is_span and not is_moved and moments[0][:10] > moments[1][:10]:
            yield f"`{one.source.path}` is later than `{other.source.path}`"


def _changed(sentence: Sentence) -> Iterator[str]:
    """What a price was is until its change, and what it is now is since then."""
    leaves = {slot.leaf for slot in sentence.slots if "changes" in slot.fields}
    has_old, has_new = "before" in leaves, "after" in leaves
    has_new = has_new or any(s.fields == ("payments", "amount") for s in sentence.slots)
    for hole in sentence.holes:
        slot = hole.source
        if not isinstance(slot, Slot) or "payments" not in slot.fields:
            continue
        before = sentence.before(hole.start)
        if slot.leaf in ("after", "amount") and has_old and _FORMER.search(before):
            yield f"`{slot.path}` is what it is now, and the words say that it was"
        if "changes" not in slot.fields or slot.leaf != "day":
            continue
        if has_old and not has_new and _SINCE.search(before):
            yield f"the price before the change is not that since `{slot.path}`"
        if has_new and not has_old and _UNTIL.search(before):
            yield f"the price after the change is not that until `{slot.path}`"
