"""What documents say: how a question about them is answered.

Questions that one passage cannot answer, of two things at once, of a stretch of time, or by way of
something that is only described, are handed on to the planned mind.
"""

from __future__ import annotations

from runwright.engine.prose import comparing, question, saying, stated, support
from runwright.engine.prose.hops import takes_hops
from runwright.minds.embedded import bills, passages, written
from runwright.minds.embedded.passages import Written
from runwright.minds.embedded.program import Answer, Attempt, Do, Plan, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.reading.reading import Outcome
from runwright.minds.embedded.searching import searched

_QUOTED = 80

PLAN = Plan(("search_documents",), ("documents",))


def is_worked_out(text: str) -> bool:
    """Whether a question takes more than one passage, as far as its words tell."""
    asked = question.read(text)
    return (
        support.time_of(asked) is not None
        or support.asks_what_is_said(asked)
        or takes_hops(text)
        or comparing.is_asked(text)
        or stated.is_asked(text)
    )


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """What the best passage surely says; else the nearest, or that there is none. None for what
    the planned mind works out."""
    told = yield from written.reckoned(query, surroundings)
    if told is not None:
        return told
    if bills.is_asked(query):
        told = yield from bills.answer(query, surroundings)
        if told is not None and told.is_answer:
            return told
    if is_worked_out(query.text) or not passages.may_be_read(surroundings):
        return None
    found = yield from passages.read(query, surroundings)
    if found.items and found.outcome is None:
        return None
    yield Do("search_documents", searched(query.text))
    return _said(query, found)


def _said(query: Query, found: Written) -> Answer:
    said, near, is_likely = found.outcome or Outcome(None, None)
    # What two documents say is not told by one passage.
    if said is not None and query.measure != "compare":
        return Answer(said.text, items=said.items)
    if near is not None and is_likely:
        return Answer(f"{passages.PERHAPS} {near.text}", is_answer=False, items=near.items)
    if near is not None:
        reason = f"nothing in your documents says it plainly; the nearest is {near.text}"
        return Answer(_declined(query, reason), is_answer=False, items=near.items)
    reason = saying.refusal(question.read(query.text), ("documents",), found.items)
    return Answer(_declined(query, reason), is_answer=False)


def _declined(query: Query, reason: str) -> str:
    text = query.text.strip().rstrip("?")
    short = f"{text[: _QUOTED - 1].rstrip()}…" if len(text) > _QUOTED else text
    return f"No answer to “{short}”: {reason}."
