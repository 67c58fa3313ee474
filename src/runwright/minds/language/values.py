"""Words that name a value of an enumerated field: the kind of a document, the status of an event.

The values are those of the schemas. Where a record has such a field, a word that names one of its
values must name the one that it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from pydantic import BaseModel

from runwright.minds.language import vocabulary
from runwright.minds.language.evidence import Slot, scalars
from runwright.minds.language.vocabulary import canonical
from runwright.records.facts import Document, Event, Transaction
from runwright.text.words import word_set

_NOTHING_SAID = frozenset(("other", "unknown", "none"))
_PLAIN = word_set("""
    other none note form table chat article manual statement event purchase transfer cash
    """)
"""Values whose words also say something else."""
_BOOKINGS = word_set("booking bookings buchung buchungen")
"""They are no status."""
_ARGUMENTS = {"document": "kinds", "status": "status", "type": "types", "what": "what"}
_FIELDS = (
    (Event, "status"),
    (Event, "what"),
    (Transaction, "status"),
    (Transaction, "type"),
    (Document, "document"),
)
_MARKS: tuple[tuple[type[BaseModel], str], ...] = (
    (Event, "what"),
    (Transaction, "counterparty"),
    (Document, "document"),
)
"""By which field a value of a result is known to be of such a record."""
_TOOLS = {
    "find_events": Event,
    "search_events": Event,
    "measure_events": Event,
    "find_transactions": Transaction,
    "search_transactions": Transaction,
    "measure_transactions": Transaction,
    "list_documents": Document,
}
_WIDER = {"policy": ("contract",)}
"""An insurance policy is a contract, too."""
_LOOSE = frozenset(("letter", "note", "minutes"))
"""What a document of no known kind may be called."""
_MEETINGS = word_set("meeting meetings appointment appointments termin termine besprechung treffen")


_FLAGS = (
    ("all_day", True, re.compile(r"\b(?:all|whole)[- ]day\b|\bganzt[äa]gig\w*", re.IGNORECASE)),
    ("recurring", True, re.compile(r"\b(?:recurring|repeating|wiederkehrend\w*|Serien?termin\w*)\b",
                                   re.IGNORECASE)),
    ("recurring", False, re.compile(r"\b(?:one-off|single|einmalig\w*|einzeln\w*)\b",
                                    re.IGNORECASE)),
)  # fmt: skip
"""Fields that are true or false, with the words that say which."""


def _enumerated() -> dict[str, list[tuple[type[BaseModel], str, str]]]:
    found: dict[str, list[tuple[type[BaseModel], str, str]]] = {}
    for model, field in _FIELDS:
        for value in get_args(model.model_fields[field].annotation):
            if value not in _PLAIN:
                found.setdefault(canonical(value), []).append((model, field, value))
    for word in _MEETINGS:
        found.setdefault(canonical(word), []).append((Event, "what", "event"))
    return found


_VALUES = _enumerated()


def problems(words: Sequence[str], slots: Sequence[Slot]) -> Iterator[str]:
    """Words of a clause that name another value than its slots have."""
    for word in (each for each in words if each not in _BOOKINGS):
        meanings = _VALUES.get(canonical(word), ())
        for slot in slots if meanings else ():
            verdicts = [v for each in meanings if (v := _agrees(slot, *each)) is not None]
            if verdicts and not any(verdicts) and not _is_said_elsewhere(word, slot):
                yield f"“{word}” is not what `{slot.path}` is of"


def flag_problems(text: str, slots: Sequence[Slot]) -> Iterator[str]:
    """Words that say of a record what it is not: `an all-day event`."""
    for field, value, pattern in _FLAGS:
        found = pattern.search(text)
        for slot in slots if found else ():
            actual = {getattr(o, field) for o in slot.objects[1:] if hasattr(o, field)}
            if actual and actual != {value} and all(isinstance(each, bool) for each in actual):
                yield f"“{found[0]}” is not what `{slot.path}` is of"  # type: ignore[index]


def says_flag(word: str, slots: Sequence[Slot]) -> bool:
    """Whether a word says what the records of some slots are."""
    return any(
        pattern.fullmatch(word) and any(getattr(slot.owner, field, None) is value for slot in slots)
        for field, value, pattern in _FLAGS
    )


def _agrees(slot: Slot, model: type[BaseModel], field: str, value: str) -> bool | None:
    """Whether a slot's record has that value; None where it has no such field."""
    owners = [o for o in slot.objects[1:] if _model(o) is model and field in type(o).model_fields]
    if owners:
        actual = {str(getattr(owners[-1], field))}
    elif slot.is_of_record or _TOOLS.get(slot.outcome.tool) is not model:
        return None
    else:
        actual = _asked(slot, field)
    named = {each for each in actual if each not in _NOTHING_SAID}
    # All documents are no invoices, while a booking of no known type may well be a salary.
    if not named:
        is_open = bool(owners) and (field != "document" or value in _LOOSE)
        return None if is_open or field != "document" else False
    return all(each == value or value in _WIDER.get(each, ()) for each in actual)


def _model(value: BaseModel) -> type[BaseModel] | None:
    fields = type(value).model_fields
    return next((model for model, mark in _MARKS if mark in fields), None)


def _asked(slot: Slot, field: str) -> set[str]:
    """The values that a call let through, or those of all its records."""
    asked: Any = getattr(slot.outcome.arguments, _ARGUMENTS[field], ())
    if asked:
        return {str(each) for each in asked}
    result = slot.outcome.result
    if result.more or result.kept != len(result.rows):
        return set()
    return {str(getattr(row, field)) for row in result.rows if hasattr(row, field)}


def _is_said_elsewhere(word: str, slot: Slot) -> bool:
    """Whether the word stands in another field: a title, a purpose, what the call looked for."""
    texts = [
        value
        for each in slot.objects[1:]
        for name, value in scalars(each, 2)
        if name not in _ARGUMENTS and isinstance(value, str)
    ]
    arguments = slot.outcome.arguments
    for name in type(arguments).model_fields:
        texts += getattr(getattr(arguments, name), "any_of", ())
    said = vocabulary.keys(texts)
    return canonical(word) in said or vocabulary.ALSO.get(word) in said
