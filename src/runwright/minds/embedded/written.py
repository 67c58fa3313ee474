"""What is asked like a question about bookings or events, and stands in a document.

`What time does the bus go for the school tour?` sounds like the calendar, and is told by a letter.
Where the records that a question sounds like hold nothing of it, the best passages of the documents
are read; only what they surely say is answered from there.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from runwright.minds.embedded import passages, summaries, tables
from runwright.minds.embedded.program import Answer, Attempt, Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.reading import reading
from runwright.minds.embedded.tables import reports
from runwright.minds.values import Item
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_ROUTES = ("finance", "calendar", "general", "compose", "mixed")
_NO_RECORDS = ("general", "compose")
"""To small talk, and to what is to be written, nothing comes near that is not the answer."""
_FORMS = ("chart", "csv", "ics")
_RATHER = 0.5
"""From here on it is rather a document's matter: a sum of everything does not answer it."""
_NAMES = ("M", "MP", "C", "PS", "T", "PL", "ACC")
_WHO = ("M", "MP", "PS", "PL")
_PRICES = ("sum", "recur")
_QUANTITIES = word_set("""
    kwh mwh kilowatt kilowatts therm therms litre litres liter liters gallon gallons km kilometre
    kilometres kilometer kilometers mile miles kg kilo kilos
    """)
"""Units that no booking is in: a bill of electricity is money."""
_CONTESTED = 0.2
"""How likely documents must be meant for a table to be asked before bookings and events."""
_NOWHERE = "Nothing in your documents says this plainly, and it names nothing in your records."


def may_say(query: Query, surroundings: Surroundings) -> bool:
    """Whether documents are worth a look."""
    is_asked = query.route in _ROUTES and query.form not in _FORMS
    return is_asked and passages.may_be_read(surroundings)


def is_first(query: Query, surroundings: Surroundings) -> bool:
    """Whether tables are asked before bookings and events: where documents may well be meant, or
    no amount of money is asked for (`gas in January, therms?`)."""
    is_measured = not _QUANTITIES.isdisjoint(split_words(fold(query.text)))
    is_meant = is_measured or query.written >= _CONTESTED
    return is_meant and may_say(query, surroundings)


def reckoned(query: Query, surroundings: Surroundings) -> Attempt:
    """What a table of a document tells, or an overview of one that is named."""
    for reckon in (reports.answer, tables.answer, summaries.answer):
        told = yield from reckon(query, surroundings)
        if told is not None:
            return told
    return None


def answer(
    query: Query, otherwise: Answer, surroundings: Surroundings
) -> Generator[Look | Do, Any, Answer]:
    """What documents surely say; else what was said before, with the nearest passage below it."""
    found = yield from passages.read(query, surroundings, reading.READ)
    said, near, is_likely, _ = found.outcome
    if _is_reckoned(query, otherwise):
        said = None
    if said is not None and _tells_of(query, said.items, found.items):
        return Answer(said.text, items=said.items)
    if otherwise.is_answer and query.written >= _RATHER and not query.words(*_NAMES):
        otherwise = Answer(_NOWHERE, is_answer=False)
    if otherwise.is_answer or otherwise.items or near is None or query.route in _NO_RECORDS:
        return otherwise
    lead = passages.PERHAPS if is_likely else "The nearest that is written down is"
    return otherwise._replace(text=f"{otherwise.text}\n{lead} {near.text}", items=near.items)


def _is_reckoned(query: Query, otherwise: Answer) -> bool:
    """Whether bookings or events are to be reckoned with. What something costs may be written down
    where no booking tells it."""
    is_price = query.measure in _PRICES and not otherwise.items
    return query.measure in passages.RECKONED and not is_price and query.written < _RATHER


def _tells_of(query: Query, told: Sequence[str], read: Sequence[Item]) -> bool:
    """Whether what was read tells of somebody whom the question names, if it names anybody."""
    named = frozenset(reading.stems(" ".join(query.words(*_WHO))))
    texts = (f"{item.title} {item.text}" for item in read if item.id in told)
    known = frozenset(word for text in texts for word in reading.stems(text))
    return not named or not named.isdisjoint(known)
