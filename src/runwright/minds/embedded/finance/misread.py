"""Spans that are not what the parser took them for: a name as a period, a named thing as one that
is left out, several names as one, a name that it overlooked at the end of several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from runwright.minds.embedded import names
from runwright.minds.embedded.exclusions import leaves_out
from runwright.minds.embedded.finance import spellings, targets
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.query import Query, Span
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import word_set

_LEFT_OUT = {"XM": "M", "XC": "M", "XPS": "PS", "XT": "T"}
_NO_NAMES = word_set("total together altogether overall sum each combined all both separately")
_TIMES = word_set("""
    that this the same day days week weeks month months year years quarter weekend time then
    """)
"""Words for times are nobody's name, whatever they mean."""
_NEXT = re.compile(r"\s*(?:,|&|\band\b|\bund\b)\s*(?:and\s+)?([^\s,;:?!.()]{3,})")
_JOINED = re.compile(r"\s*(?:,|&|\band\b|\bund\b|,\s*and\b)\s*", re.IGNORECASE)
_CODES = ("M", "MP", "C", "XM", "XC")


def included(query: Query) -> Query:
    """What nothing in the clause leaves out is asked for: `art supplies (Boesner etc)`."""
    if leaves_out(query.text):
        return query
    spans = (
        each._replace(code=_LEFT_OUT[each.code])
        if each.code in _LEFT_OUT and each.text in query.text
        else each
        for each in query.spans
    )
    return query._replace(spans=tuple(spans))


def named(query: Query, unread: Sequence[str], book: Book) -> Query:
    """What is no period, and stands in the records, as the name that it is there."""
    spans: list[Span] = []
    for each in query.spans:
        if each.code != "P" or each.text not in unread:
            spans.append(each)
            continue
        if set(names.words_of(each.text)) <= _TIMES:
            spans.append(each)
            continue
        before = spans[-1] if spans and spans[-1].code in ("M", "MP", "PS") else None
        longer = f"{before.text} {each.text}" if before else ""
        if before and longer in query.text and _is_known(longer, book):
            spans[-1] = before._replace(text=longer)
        else:
            spans.append(each._replace(code="M") if _is_known(each.text, book) else each)
    return query._replace(spans=tuple(spans))


def _is_known(words: str, book: Book) -> bool:
    target = targets.of_name(words, book)
    return isinstance(target, targets.Target) and not target.is_guess


def overlooked(query: Query, book: Book) -> Iterator[Span]:
    """Names behind several of a kind, where the parser stopped too early."""
    text = query.text
    for before, last in _pairs(query):
        end = last.start + len(last.text)
        while (found := _NEXT.match(text, end)) and _is_new(found[1], query, book):
            yield Span(before.code, found[1], found.start(1))
            end = found.end(1)


def _pairs(query: Query) -> Iterator[tuple[Span, Span]]:
    """Neighbours of one kind that are joined, each with the next."""
    text = query.text
    own = [each for each in query.spans if text[each.start :].startswith(each.text)]
    for one, other in pairwise(own):
        between = text[one.start + len(one.text) : other.start]
        if one.code == other.code and one.code in _CODES and _JOINED.fullmatch(between):
            yield one, other


def _is_new(word: str, query: Query, book: Book) -> bool:
    plain = fold(word)
    if plain in STOP_WORDS or plain in _NO_NAMES:
        return False
    if any(word in each.text for each in query.spans):
        return False
    return targets.of_brand(word, book) is not None


def regrouped(spans: Sequence[Span], query: Query, book: Book) -> list[Span]:
    """The parts of one name together, and several names that run on apart: `long and mcquade` is
    one shop, `lidl tesco aldi` are three."""
    found: list[Span] = []
    for each in spans:
        before = found[-1] if found else None
        if before and _is_one_name(before, each, query, book):
            end = each.start + len(each.text)
            found[-1] = before._replace(text=query.text[before.start : end])
        else:
            found.extend(_apart(each, book))
    return found


def _is_one_name(one: Span, other: Span, query: Query, book: Book) -> bool:
    between = query.text[one.start + len(one.text) : other.start]
    if one.code != other.code or one.code not in _CODES or not _JOINED.fullmatch(between):
        return False
    joined = f"{one.text} {other.text}"
    return "," not in between and bool(spellings.branded(joined, book))


def _apart(span: Span, book: Book) -> list[Span]:
    words = span.text.split()
    if span.code not in _CODES or len(words) < 2 or names.find(span.text, book.names).is_plain:
        return [span]
    parts: list[str] = []
    while words:
        longest = next(
            (n for n in range(len(words), 0, -1) if spellings.branded(" ".join(words[:n]), book)), 0
        )
        if not longest:
            return [span]
        parts.append(" ".join(words[:longest]))
        words = words[longest:]
    return [span._replace(text=part, start=-1) for part in parts]
