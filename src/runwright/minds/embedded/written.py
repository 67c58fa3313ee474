"""What is asked like a question about bookings or events, and stands in a document.

`What time does the bus go for the school tour?` sounds like the calendar, and is told by a letter.
Where the records that a question sounds like hold nothing of it, the best passages of the documents
are read; only what they surely say is answered from there.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import date
from typing import Any

from runwright.context.index import reader
from runwright.engine.prose import reading, support
from runwright.engine.prose.words import stems
from runwright.engine.types import Item
from runwright.minds.embedded.program import Answer, Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.records.facts import Document
from runwright.tools import base

_ROUTES = ("finance", "calendar", "general", "compose")
_FORMS = ("chart", "csv", "ics")
_LONGEST = 400
_RATHER = 0.5
"""From here on it is rather a document's matter: a sum of everything does not answer it."""
_NAMES = ("M", "MP", "C", "PS", "T", "PL", "ACC")
_WHO = ("M", "MP", "PS", "PL")
_NOWHERE = "Nothing in your documents says this plainly, and it names nothing in your records."


def may_say(query: Query, surroundings: Surroundings) -> bool:
    """Whether documents are worth a look."""
    is_asked = query.route in _ROUTES and query.form not in _FORMS
    return is_asked and "documents" in surroundings.sources and reader.is_available()


def answer(query: Query, otherwise: Answer, today: date) -> Generator[Look | Do, Any, Answer]:
    """What documents surely say; else what was said before, with the nearest passage below it."""
    found = yield Look("search_documents", {"text": query.text[:_LONGEST], "limit": reading.READ})
    passages = [_item(each) for each in found if not isinstance(each.facts, Document)]
    read = reading.read(query.text, passages, today) if passages else None
    if read is None:
        return otherwise
    if (said := read.answer) is not None and _tells_of(query, said.items, passages):
        return Answer(said.text, items=said.items)
    if otherwise.is_answer and query.written >= _RATHER and not query.words(*_NAMES):
        otherwise = Answer(_NOWHERE, is_answer=False)
    if otherwise.is_answer or (near := read.nearest) is None:
        return otherwise
    text = f"{otherwise.text}\nThe nearest in your documents is {near.text}"
    return otherwise._replace(text=text, items=near.items)


def _tells_of(query: Query, told: Sequence[str], passages: Sequence[Item]) -> bool:
    """Whether what was read tells of somebody whom the question names, if it names anybody."""
    named = frozenset(stems(" ".join(query.words(*_WHO))))
    known = support.said(item for item in passages if item.id in told)
    return not named or not named.isdisjoint(known)


def _item(record: base.Item[Any]) -> Item:
    return Item(
        record.id,
        "documents",
        record.text,
        page=record.page,
        title=record.title,
        score=record.score,
    )
