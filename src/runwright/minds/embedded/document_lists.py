"""Which documents there are: all of them, or those of a kind or of some days."""

from __future__ import annotations

from typing import Any, get_args

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.program import Answer, Attempt, Do, Surroundings
from runwright.minds.embedded.query import Query
from runwright.records.facts import DocumentKind
from runwright.text import periods
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.list_documents import Result, Row

_ASKING = STOP_WORDS | word_set("""
    list show give name tell display which what all every any please have got there are how many
    uploaded upload added stored saved available find see mine overview different kinds sorts whole
    entire
    """)
_DOCUMENTS = word_set("document documents file files paper papers paperwork")
_CALLED = {
    "contracts": "contract", "agreement": "contract", "agreements": "contract",
    "lease": "contract", "leases": "contract", "letters": "letter", "invoices": "invoice",
    "bill": "invoice", "bills": "invoice", "receipts": "receipt", "policies": "policy",
    "notes": "note", "reports": "report", "manuals": "manual", "guide": "manual",
    "handbook": "manual", "handbooks": "manual", "forms": "form", "chats": "chat",
    "transcripts": "transcript", "articles": "article",
}  # fmt: skip
"""What people call the kinds of documents, beside their own names."""
_KINDS = frozenset(get_args(DocumentKind)) - {"statement", "table", "other"}
_COUNTING = word_set("how many")
_PLURALS = {"minutes": "minutes", "policy": "policies"}
_MOST = 20


def is_asked(query: Query) -> bool:
    """Whether it asks for documents themselves, and for nothing that they say."""
    words = set(_words(query.text))
    dated = {word for each in query.words("P") for word in _words(each)}
    left = words - dated - _ASKING
    is_about = bool(left) and left <= _DOCUMENTS | _KINDS | _CALLED.keys()
    # `When is the lease up?` names nothing else either, and is told by the lease.
    is_list = query.measure == "list" or words >= _COUNTING
    return query.route == "documents" and is_list and is_about


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """The documents, the newest first; None if they are not asked for."""
    if not is_asked(query):
        return None
    words = _words(query.text)
    kinds = dict.fromkeys(_CALLED.get(word, word) for word in words)
    arguments: dict[str, Any] = {"kinds": [kind for kind in kinds if kind in _KINDS]}
    view = Viewpoint(surroundings.today, tense="past")
    named = [each for words in query.words("P") for each in periods.read(words, view)[:1]]
    if named:
        days = {"start": named[0].start, "end": named[0].end}
        arguments["dates"] = {side: day.isoformat() for side, day in days.items() if day}
    result: Result | InvalidCall = yield Do("list_documents", {**arguments, "limit": _MOST})
    if isinstance(result, InvalidCall):
        return None
    kind = arguments["kinds"][0] if len(arguments["kinds"]) == 1 else "document"
    number = phrases.counted(result.kept, kind, _PLURALS.get(kind, ""))
    when = f" {phrases.within(named[0], surroundings.today)}" if named else ""
    if not result.kept:
        return Answer(f"None: I found no {number.removeprefix('0 ')}{when}.")
    head = f"{number}{when}:"
    more = f"- and {result.more} more" if result.more else ""
    return Answer(phrases.lines(head, *map(_line, result.rows), more), items=result.items)


def _line(row: Row) -> str:
    """`- Lease of the workshop: contract, 4 March 2026`"""
    kind = "" if row.document == "other" else row.document
    about = ", ".join(filter(None, (kind, phrases.day(row.date) if row.date else "")))
    return f"- {row.title}: {about}" if about else f"- {row.title}"


def _words(text: str) -> list[str]:
    return split_words(fold(text).replace("’", "'"))
