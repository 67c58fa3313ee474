"""Feasts that a query names: as the day that they are, or as part of a title."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.calendar.terms import find_terms
from runwright.minds.embedded.query import Query, Span
from runwright.text.calendar_words import HOLIDAYS, LONGEST_HOLIDAY, holiday
from runwright.text.folding import fold, strip_possessives
from runwright.text.words import split_words, word_set, words

_NAMES = ("T", "PS", "PL", "OW")
_SOME_YEAR = 2026
_PUPILS = word_set("kids children boys girls kinder school schools schule term")


def is_feast(each: Span) -> bool:
    """Whether a topic is nothing but a feast."""
    own = split_words(fold(strip_possessives(each.text)))
    return each.code == "T" and " ".join(word for word in own if word != "the") in HOLIDAYS


def names_feast(query: Query) -> bool:
    """Whether a topic is a feast, or has one in it: `the new year's eve gig`."""
    return any(each.code == "T" and _feast_in(each) is not None for each in query.spans)


def with_feasts(query: Query, titles: Sequence[str]) -> Query:
    """The query with feasts as days where no title names what is asked for: `date night on
    Valentines`, `the new year's eve gig`, and when the kids break up `for Christmas`."""
    spans: list[Span] = []
    for each in query.spans:
        if _is_for_pupils(query, each):
            spans.append(Span("P", f"for {each.text}", each.start))
        elif each.code == "PS" and _is_of_pupils(each) and _has_pupils_feast(query):
            spans.append(Span("T", "school", each.start))
        elif is_feast(each):
            spans += _as_day(each, query, titles)
        else:
            spans += _apart(each, titles)
    # What the kids finish for a feast begins then: its end is not asked for.
    flags = tuple(f for f in query.flags if f != "end") if _has_pupils_feast(query) else query.flags
    return query._replace(spans=tuple(spans), flags=flags)


def _as_day(each: Span, query: Query, titles: Sequence[str]) -> list[Span]:
    """A feast beside a topic is a day; one that was taken over gives way to another day."""
    is_beside = len(query.words(*_NAMES)) > 1
    if not is_beside or find_terms(each.text, titles, are_titles=True):
        return [each]
    is_replaced = each.start < 0 and any(o.code == "P" and o.start >= 0 for o in query.spans)
    return [] if is_replaced else [each._replace(code="P")]


def _apart(each: Span, titles: Sequence[str]) -> list[Span]:
    """The feast and the rest of a topic, if no title bears both, but some do the rest. A `Christmas
    party` need not be on the day itself."""
    place = _feast_in(each) if each.code == "T" else None
    found = find_terms(each.text, titles, are_titles=True) if place else None
    if place is None or (found and not found.guess and not found.without):
        return [each]
    start, end = place
    rest = f"{each.text[:start]} {each.text[end:]}".strip()
    named = find_terms(rest, titles, are_titles=True) if rest else None
    if not named or named.guess or not _is_one_day(each.text[start:end]):
        return [each]
    return [
        Span("P", each.text[start:end], each.start),
        Span("T", rest, each.start if each.start < 0 else each.start + end),
    ]


def _feast_in(each: Span) -> tuple[int, int] | None:
    """Where the longest name of a feast stands in a topic."""
    own = list(words(each.text))
    for size in range(LONGEST_HOLIDAY, 0, -1):
        for first in range(len(own) - size + 1):
            part = own[first : first + size]
            text = each.text[part[0].start : part[-1].end]
            if fold(strip_possessives(text)) in HOLIDAYS:
                return part[0].start, part[-1].end
    return None


def _is_one_day(feast: str) -> bool:
    return len(holiday(fold(strip_possessives(feast)), _SOME_YEAR)) == 1


def _is_for_pupils(query: Query, each: Span) -> bool:
    """The Christmas for which the kids break up."""
    before = split_words(fold(query.text[: each.start])) if each.start > 0 else []
    is_for = is_feast(each) and before[-1:] == ["for"]
    return is_for and query.measure == "when" and any(map(_is_of_pupils, query.spans))


def _has_pupils_feast(query: Query) -> bool:
    return any(_is_for_pupils(query, each) for each in query.spans)


def _is_of_pupils(each: Span) -> bool:
    own = [word for word in split_words(fold(each.text)) if word != "the"]
    return each.code in ("PS", "T") and bool(own) and all(word in _PUPILS for word in own)
