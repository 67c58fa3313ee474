"""What documents say: how a question about them is answered."""

from __future__ import annotations

from runwright.context.index import reader
from runwright.minds.embedded import bills, document_lists, passages, second_reading, written
from runwright.minds.embedded.passages import Written
from runwright.minds.embedded.program import Answer, Do, Plan, Program, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.reading import reading
from runwright.minds.embedded.searching import searched
from runwright.minds.embedded.tables import reports

_QUOTED = 80
_UNREAD = (
    "This server lacks the model that reads documents. "
    "Its operator can add it with `runwright models setup`."
)


def plan(_query: Query) -> Plan:
    """One search."""
    return Plan(("search_documents",), ("documents",))


def answer(query: Query, surroundings: Surroundings) -> Program:
    """The documents themselves, if they are asked for; what they surely say; else the nearest, or
    that there is none."""
    told = yield from document_lists.answer(query, surroundings)
    if told is not None:
        return told
    told = yield from written.reckoned(query, surroundings)
    if told is not None:
        return told
    if bills.is_asked(query):
        told = yield from bills.answer(query, surroundings)
        if told is not None and told.is_answer:
            return told
    if not reader.is_available():
        return Answer(_UNREAD, is_answer=False)
    found = yield from passages.read(query, surroundings)
    if surroundings.deep:
        again = yield from second_reading.read(query, found, surroundings)
        if again is not None:
            return again
    yield Do("search_documents", searched(query.whole))
    return _said(query, found)


def _said(query: Query, found: Written) -> Answer:
    said, near, is_likely, tells_both = found.outcome
    # What two documents say, or figures of two years make, is not told by one passage.
    is_of_several = query.measure == "compare" or reports.takes_several(query.whole)
    if said is not None and (tells_both or not is_of_several):
        return Answer(said.text, items=said.items)
    if near is not None and is_likely:
        return Answer(f"{passages.PERHAPS} {near.text}", is_answer=False, items=near.items)
    if near is not None:
        reason = f"nothing in your documents says it plainly; the nearest is {near.text}"
        return Answer(_declined(query, reason), is_answer=False, items=near.items)
    missing = ", ".join(reading.missing(query.whole, found.items))
    says = f"says anything about {missing}" if missing else "answers it"
    return Answer(_declined(query, f"nothing in your documents {says}"), is_answer=False)


def _declined(query: Query, reason: str) -> str:
    text = query.text.strip().rstrip("?")
    short = f"{text[: _QUOTED - 1].rstrip()}…" if len(text) > _QUOTED else text
    return f"No answer to “{short}”: {reason}."
