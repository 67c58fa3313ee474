"""What surely belongs together, whatever the network thought of each word: days and hours that the
readers of `text/` read (`between 17:00 and 21:00` is one time), and the name of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from runwright.minds.embedded.query import Span
from runwright.text import periods, times
from runwright.text.calendars import Viewpoint
from runwright.text.words import split_words

_SOME_DAY = Viewpoint(date(2026, 1, 1))
_BOUNDING = re.compile(r"\b(?:after|before|since|until|till)\s+$", re.IGNORECASE)
_COUNTING = re.compile(r"\b(?:counting|including)\s+$", re.IGNORECASE)
_RANGE = ("between", "from")


def whole_ranges(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, with hours from one to another as one of them."""
    found = list(spans)
    for each in times.find(text):
        words = split_words(text[each.start : each.end].lower())
        inside = [own for own in found if own.start < each.end and _end(own) > each.start]
        is_whole = all(each.start <= own.start and _end(own) <= each.end for own in inside)
        if words[:1] and words[0] in _RANGE and inside and is_whole:
            found = [own for own in found if own not in inside]
            found.append(Span("TI", text[each.start : each.end].strip(" ?.,!"), each.start))
    return sorted(found, key=lambda own: own.start)


def whole_documents(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, with those of a document that follow each other as one: `the agreement | with
    Larkfield`."""
    found: list[Span] = []
    for each in spans:
        before = found[-1] if found else None
        is_next = before is not None and not text[_end(before) : each.start].strip()
        if before is not None and is_next and before.code == each.code == "DOC":
            found[-1] = before._replace(text=text[before.start : _end(each)])
        else:
            found.append(each)
    return found


def with_prepositions(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, of periods with the word before them that bounds them: `after this Thursday`."""
    found = []
    for each in spans:
        if each.code == "P" and len(spans) > 1 and _COUNTING.search(text[: each.start]):
            continue  # "counting this week": it is not left out, and bounds nothing
        before = _BOUNDING.search(text[: each.start])
        if each.code == "P" and before is not None:
            whole = text[before.start() : _end(each)]
            each = Span("P", whole, before.start()) if _is_read(whole) else each
        found.append(each)
    return found


def dates_alone(spans: Sequence[Span]) -> tuple[list[Span], list[tuple[int, int]]]:
    """The spans, of a time that is told twice only the dates, and where the other words lie: the
    `while we were in Rome` of `while we were in Rome, 5 to 9 May`."""
    kept: list[Span] = []
    asides = []
    for each in spans:
        lead, _, dates = each.text.rpartition(", ")
        start = _end(each) - len(dates)
        if each.code in ("P", "PE") and lead and _is_read(dates) and not _is_read(each.text):
            asides.append((each.start, start))
            each = Span("P", dates, start)
        is_dated = each.code == "P" and _is_read(each.text)
        before = kept[-1] if kept and kept[-1].code == "PE" and is_dated else None
        if before is not None and each.start - _end(before) <= len(", "):
            asides.append((before.start, _end(before)))
            kept.remove(before)
        kept.append(each)
    return kept, asides


def _is_read(text: str) -> bool:
    return bool(periods.read(text, _SOME_DAY))


def _end(span: Span) -> int:
    return span.start + len(span.text)


def stretches(spans: Iterable[Span]) -> list[tuple[int, int]]:
    """Where spans lie that are read as days or hours from their first word to their last."""
    return [
        (each.start, _end(each))
        for each in spans
        if (each.code in ("P", "P2", "XP") and _is_read(each.text))
        or (each.code == "TI" and times.read(each.text))
    ]
