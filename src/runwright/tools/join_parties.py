"""The parties of documents joined with the bookings that go to them or come from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from runwright.records.facts import Document
from runwright.tools.base import Item
from runwright.tools.counted_bookings import Booking
from runwright.tools.match_results import Match, Reason, Sure
from runwright.tools.name_agreement import agreement, is_telling, name_words


def with_bookings(
    documents: Iterable[Item[Document]], bookings: Sequence[Booking]
) -> Iterator[Match]:
    """Every booking whose counterparty, or whose line, has the name of a party.

    It is certain if the names are the same, likely if one is a part of the other.
    """
    index = _Index(bookings)
    for document in documents:
        reasons: dict[int, Reason] = {}
        for name in parties_of(document.facts):
            for number, reason in index.find(name):
                known = reasons.get(number, reason)
                reasons[number] = min(known, reason, key=_STRENGTH.index)
        day = document.facts.date
        for number, reason in sorted(reasons.items()):
            booking = bookings[number]
            sure: Sure = "certain" if reason == "same_name" else "likely"
            days = (booking.day - date.fromisoformat(day)).days if day else None
            yield Match(document.id, booking.id, sure, (reason,), days)


_STRENGTH: tuple[Reason, ...] = ("same_name", "part_of_name", "name_in_line")


def parties_of(facts: Document) -> tuple[str, ...]:
    """Everybody whom a document names as a party."""
    return tuple(dict.fromkeys([*facts.parties, *([facts.issuer] if facts.issuer else [])]))


class _Index:
    """Bookings by the words of their counterparties and lines."""

    def __init__(self, bookings: Sequence[Booking]) -> None:
        self._by_counterparty: dict[str, list[int]] = {}
        self._by_word: dict[str, set[int]] = {}
        for number, booking in enumerate(bookings):
            self._by_counterparty.setdefault(booking.item.facts.counterparty, []).append(number)
            for word in name_words(booking.line):
                self._by_word.setdefault(word, set()).add(number)
        self._counterparties: dict[str, set[str]] = {}
        for counterparty in self._by_counterparty:
            for word in name_words(counterparty):
                self._counterparties.setdefault(word, set()).add(counterparty)

    def find(self, name: str) -> Iterator[tuple[int, Reason]]:
        """The bookings that have the name, and where."""
        words = name_words(name)
        for counterparty in set().union(*(self._counterparties.get(w, set()) for w in words)):
            found = agreement(name, counterparty)
            if found is not None:
                reason: Reason = "same_name" if found == "same" else "part_of_name"
                yield from ((number, reason) for number in self._by_counterparty[counterparty])
        # A single word may stand in a line by chance.
        if len(words) > 1 and is_telling(words):
            lines = set.intersection(*(self._by_word.get(word, set()) for word in words))
            yield from ((number, "name_in_line") for number in lines)
