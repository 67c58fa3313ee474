"""What the tools for documents share: which document a file is, and whether a day fits."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Protocol

from pydantic import Field

from runwright.records.facts import Day, Document, DocumentKind
from runwright.text.folding import name_key
from runwright.text.period_wording import describe as words_of
from runwright.tools.base import Item, Value
from runwright.tools.fields import Match, Period
from runwright.tools.matching import fits


class DocumentName(Value):
    """A document that a result is about."""

    file: str = Field(description="The id of its file, as `files` takes it.")
    title: str = Field(default="", description="Its title, or the name of its file.")
    document: DocumentKind = Field(default="other", description="What kind of document it is.")
    date: Day | None = Field(default=None, description="The day that it bears.")


def by_file(items: Iterable[Item[Any]]) -> dict[str, Item[Document]]:
    """The record of the whole document, for each file that has one."""
    return {item.file: item for item in items if isinstance(item.facts, Document)}


def name_of(file: str, title: str, document: Item[Document] | None) -> DocumentName:
    """How a file is called in a result; `title` is the name of the file."""
    if document is None:
        return DocumentName(file=file, title=title)
    facts = document.facts
    return DocumentName(
        file=file,
        title=facts.title or document.title or title,
        document=facts.document,
        date=facts.date,
    )


class Choice(Protocol):
    """What arguments that choose documents have in common."""

    @property
    def kinds(self) -> tuple[DocumentKind, ...]: ...
    @property
    def number(self) -> str: ...
    @property
    def dates(self) -> Period | None: ...
    @property
    def due(self) -> Period | None: ...
    @property
    def title(self) -> Match: ...
    @property
    def parties(self) -> Match: ...
    @property
    def issuer(self) -> Match: ...


def is_chosen(choice: Choice, item: Item[Document]) -> bool:
    """Whether a document is one of those that arguments choose."""
    facts = item.facts
    if choice.kinds and facts.document not in choice.kinds:
        return False
    if choice.number and name_key(facts.number or "") != name_key(choice.number):
        return False
    return (
        lies_in(facts.date, choice.dates)
        and lies_in(facts.due, choice.due)
        and fits(choice.title, (facts.title, item.title))
        and fits(choice.parties, (*facts.parties, facts.issuer))
        and fits(choice.issuer, (facts.issuer,))
    )


def lies_in(day: str | None, period: Period | None) -> bool:
    """Whether a day or instant lies in a period; what has no day lies in none."""
    if period is None:
        return True
    return day is not None and date.fromisoformat(day[:10]) in period.days


def wording(match: Match) -> str:
    """Names as they stand in the words of a call: `REWE or Lidl, not REWE To Go`."""
    unwanted = f"not {' or '.join(match.none_of)}" if match.none_of else ""
    return ", ".join(filter(None, (" or ".join(match.any_of), unwanted)))


def period_words(period: Period | None) -> str:
    """A period in words; empty for none."""
    return "" if period is None else words_of(period.days)


def count_words(number: int, noun: str) -> str:
    """A number with its noun: `1 row`, `3 rows`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
