"""Somebody whose pay or payments are asked about, and who has no account among the files: found in
the bookings, as whoever was paid or pays.

`Dylan's wages` are what Dylan is paid. Whoever stands in no booking may still have wages: those
of the one employer on record.
"""

from __future__ import annotations

from typing import NamedTuple

from runwright.minds.embedded.finance import accounts, categories, targets
from runwright.minds.embedded.finance.account_choice import SELF
from runwright.minds.embedded.finance.book import Book
from runwright.minds.embedded.finance.targets import Target
from runwright.minds.embedded.query import Query, Span
from runwright.text.folding import fold, strip_possessives
from runwright.text.words import split_words, word_set

_GETS = word_set("get gets got getting")


class Read(NamedTuple):
    """A question with whose it is settled, and what was taken for granted."""

    query: Query
    remarks: tuple[str, ...] = ()


def settled(query: Query, book: Book) -> Read:
    """The question with owners who are no owners of accounts as names in bookings."""
    remarks: list[str] = []
    spans: list[Span] = []
    asks_wages = any(_is_wages(each) for each in query.words("C"))
    for each in query.spans:
        name = _bare(each.text)
        if each.code == "OW" and _is_somebody(name, book):
            if _stands(name, book):
                spans.append(each._replace(code="M", text=name))
                continue
            if asks_wages and _employer(book):
                remarks.append(_of_one_employer(name, book))
                continue
            if _is_explained(each, query, book):
                continue
        if each.code == "M" and _is_paid(query) and _has_one_employer(name, book):
            remarks.append(_of_one_employer(name, book))
            spans.append(Span("C", "wages", -1))
            query = query._replace(direction="in")
            continue
        spans.append(each)
    if any(each.code == "M" and each not in query.spans for each in spans):
        # What somebody is paid is not what comes in as wages.
        spans = [each for each in spans if each.code != "C" or not _is_wages(each.text)]
    return Read(query._replace(spans=tuple(spans)), tuple(remarks))


def _bare(text: str) -> str:
    return strip_possessives(text.replace("’", "'")).strip()


def _is_somebody(name: str, book: Book) -> bool:
    is_self = set(split_words(fold(name))) <= SELF
    return not is_self and accounts.match_of(name, book) is None


def _stands(name: str, book: Book) -> bool:
    found = targets.of_name(name, book)
    return isinstance(found, Target) and not found.is_guess and found.kind in ("who", "about")


def _is_wages(words: str) -> bool:
    return categories.lookup(words) == categories.lookup("wages")


def _is_paid(query: Query) -> bool:
    """Whether somebody gets paid: `when did Ana last get paid`."""
    said = split_words(fold(query.text))
    return "paid" in said and bool(_GETS & set(said)) and query.measure in ("last", "recur")


def _is_explained(each: Span, query: Query, book: Book) -> bool:
    """Whether brackets behind it say who is meant: `Dad's carers (Comfort Keepers)`."""
    _, found, behind = query.text.partition(each.text)[2].partition("(")
    return bool(found) and _stands(behind.partition(")")[0], book)


def _has_one_employer(name: str, book: Book) -> bool:
    return bool(_employer(book)) and not isinstance(targets.of_name(name, book), Target)


def _employer(book: Book) -> str:
    """Whoever alone pays what the banks call wages, or as employers do."""
    payers = book.names_of.get("salary") or book.employers
    return payers[0] if len(payers) == 1 else ""


def _of_one_employer(name: str, book: Book) -> str:
    return f"no booking names {name}; the only wages on record are those from {_employer(book)}"
