"""The words that bookings must have: looked up once, for tens of thousands of bookings."""

from __future__ import annotations

from collections.abc import Iterable

from runwright.records.facts import Transaction
from runwright.tools.booking_texts import is_asked, names_of
from runwright.tools.fields import Match
from runwright.tools.matching import IndexedMatch, TextIndex


def index_of(bookings: Iterable[Transaction]) -> TextIndex:
    """The names, lines, purposes and categories of bookings, each once."""
    found: dict[str | None, None] = {}
    for facts in bookings:
        found |= dict.fromkeys((*names_of(facts), facts.category))
    return TextIndex(text for text in found if text)


class BookingWords:
    """The words that a selection asks for."""

    def __init__(
        self,
        who: Match,
        about: Match,
        category: Match,
        category_names: Match,
        index: TextIndex,
    ) -> None:
        """What they mean: `tools.ledger.Selection`. `index` has all texts of the bookings."""
        self._who = _indexed(who, index)
        self._about = _indexed(about, index)
        self._category = _indexed(category, index)
        self._category_names = _indexed(category_names, index)
        self._wants_category = bool(category.any_of)
        self._wants_names = bool(category_names.any_of)

    def fits(self, facts: Transaction) -> bool:
        """Whether a booking has them."""
        if self._who is not None and not self._who.fits(names_of(facts)):
            return False
        if self._about is not None and not self._about.fits((facts.category, *names_of(facts))):
            return False
        by_category, by_name = self._category, self._category_names
        if by_category is None and by_name is None:
            return True
        if facts.category is None:
            return by_name.fits(names_of(facts)) if by_name else not self._wants_category
        # The file's own category decides; names stand in where there is none.
        if by_category is None:
            return not self._wants_names
        return by_category.fits((facts.category,))


def _indexed(match: Match, index: TextIndex) -> IndexedMatch | None:
    return IndexedMatch(match, index) if is_asked(match) else None
