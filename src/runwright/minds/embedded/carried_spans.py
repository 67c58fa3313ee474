"""What the spans of a follow-up are: those that it names, and of the earlier question those that
these do not replace."""

from __future__ import annotations

from collections.abc import Iterable

from runwright.minds.embedded import anchors
from runwright.minds.embedded.query import Query, Span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

THOSE = word_set("those them these they ones which")
IT = word_set("it that this them those")
EXCLUDING = ("XM", "XC", "XT", "XPS", "XP")
NAMES = ("M", "MP", "C", "PS", "T", "DOC")
_PERSONS = word_set("her him she he they them")
_ALTOGETHER = word_set("all altogether together total combined")
_IT_OR_THEN = IT | {"then"}
_NARROWING = word_set("only just those ones of")
_ADDING = word_set("included including plus")
_PERIODS = ("P", "PE")
_GROUPS = (
    ("P", "PE"), ("M", "MP"), ("A>", "A="), ("A<", "A="), ("D", "D>", "D<"),
)  # fmt: skip
"""Codes that fill one role: either replaces the other."""
_AS_CALENDAR = {"M": "PS", "MP": "PS", "C": "T", "XM": "XPS", "XC": "XT"}
_AS_FINANCE = {"PS": "MP", "T": "C", "XPS": "XM", "XT": "XC"}


def residue(query: Query) -> set[str]:
    """The words of a clause that stand in no span."""
    text = query.text
    for span in sorted(query.spans, key=lambda each: -len(each.text)):
        text = text.replace(span.text, " ", 1)
    return {word.replace("’", "'").replace("'s", "") for word in split_words(fold(text))}


def merged(earlier: Query, later: Query, *, is_same: bool = False) -> tuple[Span, ...]:
    """What the later one names, and of the earlier one what that does not replace."""
    words = residue(later)
    is_narrower = bool(words & _NARROWING)
    replaced: set[str] = set()
    for span in later.spans:
        replaced |= _replaced_by(span.code, earlier, is_narrower)
    if words & _ADDING and not is_narrower:
        # "With Tom's included": what is named comes on top of it. Another day does not.
        replaced &= {"P", "PE", "P2", "TI", "N"}
    if not is_same:
        replaced |= _not_carried(earlier, later, words)
    carried = [
        anchors.pinned(each, earlier, later) for each in earlier.spans if each.code not in replaced
    ]
    if "else" in words and later.measure != "who" and later.route == earlier.route == "calendar":
        # "Anything else that day" leaves out what was asked about.
        known = [each for each in earlier.spans if each.code in ("T", "PS")]
        carried += [each._replace(code=f"X{each.code}") for each in known]
    if later.route != earlier.route:
        carried = _across(carried, later)
    that_day = anchors.on_that_day(earlier, later)
    named = tuple(
        each
        for span in later.spans
        for each in (
            anchors.then(span, that_day) if that_day else (anchors.anchored(span, earlier),)
        )
    )
    texts = {(each.code, fold(each.text)) for each in named}
    # What is named is no longer left out, nor the other way round.
    either = {name for _, name in texts}
    rest = (
        each
        for each in carried
        if (each.code, fold(each.text)) not in texts
        and not (each.code in EXCLUDING and fold(each.text) in either)
    )
    return (*named, *(each._replace(start=-1) for each in rest))


def _replaced_by(code: str, earlier: Query, is_narrower: bool) -> set[str]:
    """The codes that a span of the later question takes the place of."""
    if code in EXCLUDING:
        return set()
    same = {code}.union(*(group for group in _GROUPS if code in group))
    if is_narrower or code not in ("M", "MP", "C"):
        return same
    # A shop after a category, or the other way round, fills the same role where it was alone.
    others = {"C"} if code in ("M", "MP") else {"M", "MP"}
    return same if earlier.words(*same) else same | others


def _of_another_time(earlier: Query, later: Query, words: set[str]) -> set[str]:
    """The time of the earlier question, where the later one looks elsewhere."""
    looks_away = later.measure == "next" or (later.measure == "until" and not words & _IT_OR_THEN)
    if later.measure == "last" and earlier.route == "calendar" and {"last", "time"} <= words:
        # "Where is book group this month? Who had it last time?"
        return {"P", "PE", "P2"} | ({"PS"} if later.ask == "payee" else set())
    if looks_away or (later.measure == "last" and earlier.measure == "exists"):
        # "Did I pay the gardener this month? If not, when was the last time?"
        return {"P", "PE", "P2"}
    return set()


def _not_carried(earlier: Query, later: Query, words: set[str]) -> set[str]:
    """What belongs to how the earlier question was asked, and is no filter."""
    dropped: set[str] = set()
    if earlier.measure != later.measure:
        dropped |= {"N", "UNIT"}
        if earlier.measure == "compare" and later.measure not in ("why", "trend", "list"):
            dropped.add("P2")
    if earlier.is_on_total and not later.is_on_total:
        dropped |= {"A>", "A<", "A="}
    dropped |= _of_another_time(earlier, later, words)
    if "else" in words and later.measure != "who":
        dropped |= {"T", "PS", "M", "MP", "C"}
    if words & _PERSONS and earlier.words("M", "MP", "PS") and later.route == "finance":
        # "How much have I sent to her?" is about the person, whatever it was for before.
        dropped |= {"C", "T"}
    if earlier.measure == later.measure == "balance" and words & _ALTOGETHER:
        dropped.add("ACC")
    if anchors.on_that_day(earlier, later) is not None:
        dropped |= {"T", "PS", "PL", "P"}
    if later.measure == "free" and earlier.measure != "free":
        # Time is free whatever an event was about.
        dropped |= {"T", "PS", "PL", "XT", "XPS", "D", "D>", "D<"}
    asks_whom = later.ask == "payee" or later.group == "merchant"
    if asks_whom and not words & THOSE:
        dropped |= {"M", "MP"}
    return dropped


def _across(spans: Iterable[Span], later: Query) -> list[Span]:
    """From one kind of record to another, only the period, the document and the names go along."""
    words = residue(later)
    codes = set(_PERIODS)
    if not later.words(*NAMES):
        codes |= {"PS", "MP"} if words & _PERSONS else set()
        codes |= {"T", "C"} if words & IT else set()
    return [each for each in translated_spans(spans, later.route) if each.code in codes]


def translated_spans(spans: Iterable[Span], route: str) -> list[Span]:
    """A firm in one kind of record is a participant in the other."""
    codes = {"calendar": _AS_CALENDAR, "finance": _AS_FINANCE}.get(route, {})
    return [each._replace(code=codes.get(each.code, each.code)) for each in spans]
