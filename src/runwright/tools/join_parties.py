"""The parties of documents joined with the bookings that go to them or come from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from runwright.records.facts import Document
from runwright.tools.base import Item
from runwright.tools.counted_bookings import Booking
from runwright.tools.match_results import Match, Reason, Sure
from runwright.tools.name_agreement import agreement, is_telling, name_words, stands_in


def with_bookings(
    documents: Iterable[Item[Document]], bookings: Sequence[Booking]
) -> Iterator[Match]:
    """Every booking whose counterparty, or whose line, has the name of a party.

    It is certain if the names are the same, likely if one is a part of the other.
    """
    by_word = _by_word(bookings)
    for document in documents:
        names = parties_of(document.facts)
        near = {n for name in names for word in name_words(name) for n in by_word.get(word, ())}
        for number in sorted(near):
            booking = bookings[number]
            reason = _reason(names, booking)
            if reason is not None:
                sure: Sure = "certain" if reason == "same_name" else "likely"
                day = document.facts.date
                days = (booking.day - date.fromisoformat(day)).days if day else None
                yield Match(document.id, booking.id, sure, (reason,), days)


def parties_of(facts: Document) -> tuple[str, ...]:
    """Everybody whom a document names as a party."""
    return tuple(dict.fromkeys([*facts.parties, *([facts.issuer] if facts.issuer else [])]))


def _by_word(bookings: Sequence[Booking]) -> dict[str, list[int]]:
    """The bookings that have a word in their line."""
    result: dict[str, list[int]] = {}
    for number, booking in enumerate(bookings):
        for word in name_words(booking.line):
            result.setdefault(word, []).append(number)
    return result


def _reason(names: Iterable[str], booking: Booking) -> Reason | None:
    counterparty = booking.item.facts.counterparty
    found = {agreement(name, counterparty) for name in names}
    if "same" in found:
        return "same_name"
    if "part" in found:
        return "part_of_name"
    # A single word may stand in a line by chance.
    has_line = any(
        len(name_words(name)) > 1 and is_telling(name_words(name)) and stands_in(name, booking.line)
        for name in names
    )
    return "name_in_line" if has_line else None
