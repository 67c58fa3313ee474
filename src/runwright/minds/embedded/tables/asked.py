"""What a question wants worked out, of what time, and which of its words must name something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from runwright.minds.embedded.finance import categories
from runwright.minds.embedded.finance.period_lists import spelled_out
from runwright.minds.embedded.parser.parser import is_available, parser
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.tables.lexicon import (
    CALENDAR,
    LIGHT,
    MEASURES,
    PAYING,
    UNANSWERED,
    USING,
    words_of,
)
from runwright.text import periods as period_reader
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.stopwords import PREPOSITIONS
from runwright.tools.table_arguments import Measure

_UNANSWERED = ("last", "first", "exists", "why")
_COMPARED = ("compare", "trend")
_NAMES = ("M", "MP", "PS", "PL", "ACC")
_BOOKED = ("C", "M", "MP")
_BOUNDS = ("A=", "A<", "A>", "A~")


class Asked(NamedTuple):
    """A question, as far as it can be read without the table."""

    measure: Measure
    words: frozenset[str]
    """Those that must name something in the table, without those of the periods."""
    needed: frozenset[str]
    """Those of them that may never be left unmatched."""
    told_by: frozenset[str]
    """Those that say what is worked out; a column or a row may also be called so."""
    periods: tuple[str, ...]
    """Each in words of its own."""
    is_amount: bool
    """Whether the parser takes it for a sum: how much there was in a time."""
    is_of_names: bool
    """Whether somebody is asked for, and no figure."""
    booked: frozenset[str]
    """Words that may as well choose bookings."""
    spent: frozenset[str]
    """Those of them that are kinds of spending."""
    is_used: bool
    """Whether it asks for what was used."""
    written: float
    """How likely it is that a document is meant, and not bookings."""


def asked_by(query: Query, viewpoint: Viewpoint) -> Asked | None:
    """What a question asks; None if it is none that a table answers."""
    read = _read(query)
    said = words_of(query.whole)
    if read is None or query.form or UNANSWERED.intersection(said) or read.words(*_BOUNDS):
        return None
    spans = _periods(read, viewpoint)
    periods = tuple(spelled_out(spans, viewpoint))
    told_by = frozenset(word for word in said if word in MEASURES)
    measure = _measure(read, told_by, len(periods))
    if measure is None:
        return None
    words = frozenset(said) - LIGHT - told_by - _all_words(spans)
    return Asked(
        measure, words, _needed(query, read, words), told_by, periods, read.measure == "sum",
        "who" in said,
        _all_words(read.words(*_BOOKED)),
        _all_words(each for each in read.words("C") if categories.lookup(each)),
        not USING.isdisjoint(said),
        1.0 if query.route == "documents" else max(query.written, read.written),
    )  # fmt: skip


def _all_words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in words_of(text))


def _read(query: Query) -> Query | None:
    """The question as one about bookings: that parser knows measures and periods."""
    if not is_available():
        return None
    found = parser().parse(query.whole, 1, ("finance",))
    return found[0].query if len(found) == 1 and found[0].query.text == query.whole else None


def _periods(read: Query, viewpoint: Viewpoint) -> list[str]:
    """The times that the parser sees, or else the reader of days. `Year 9` is a class."""
    spans = [_bare(each) if read.measure in _COMPARED else each for each in read.words("P", "P2")]
    found = [] if spans else period_reader.find(read.text, viewpoint)
    spans += [read.text[each.start : each.end] for each in found]
    return [
        span
        for span in spans
        if all(period_reader.read(each, viewpoint) for each in spelled_out([span], viewpoint))
    ]


def _bare(words: str) -> str:
    """One side of a comparison, without what leads to it: `from June` is June."""
    head, _, rest = words.partition(" ")
    return rest if rest and fold(head) in PREPOSITIONS - {"between"} else words


def _measure(read: Query, told_by: frozenset[str], periods: int) -> Measure | None:
    """What is worked out: what the parser takes the question for, borne out by a word.

    The parser knows questions about bookings. Of a table it hardly knows `which is the lowest`
    from `how much is it`, so that a word must say that several figures make one. A change takes
    two times, and a word for a change that the parser did not see leaves the question open.
    """
    said = {MEASURES[word] for word in told_by}
    said = said - {"count"} or said
    if read.measure in _COMPARED or "change" in said:
        return "change" if read.measure in _COMPARED and periods in (1, 2) else None
    if read.measure in _UNANSWERED or len(said) > 1:
        return None
    if not said:
        return "count" if read.measure == "count" else "value"
    return said.pop()


def _needed(query: Query, read: Query, words: frozenset[str]) -> frozenset[str]:
    """Names, numbers, units of time and what sounds like bookings."""
    capitals = [each for each in query.whole.split()[1:] if each[:1].isupper()]
    names = _all_words((*read.words(*_NAMES), *capitals))
    return frozenset(
        word for word in words if word in names | PAYING or word in CALENDAR or not word.isalpha()
    )
