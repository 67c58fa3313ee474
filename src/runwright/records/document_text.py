"""A document in one line, for people and for the search: made from its facts alone."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from runwright.records.facts import Document
from runwright.records.wording import spelled_day

_MOST_NAMES = 6


def document_text(facts: Document) -> str:
    """Such as `Invoice NE-2026-88107 from Northlight Energy, 12 November 2026: 85.40 EUR`."""
    name = "Document" if facts.document == "other" else facts.document.capitalize()
    opening = " ".join(filter(None, (name, facts.number, _titled(facts, name), _people(facts))))
    about = [opening, _spelled(facts.date), f"{facts.pages} pages" if facts.pages > 1 else ""]
    sums = [_money(facts), f"due {_spelled(facts.due)}" if facts.due else ""]
    parts = ", ".join(filter(None, about)), ", ".join(filter(None, sums))
    return ": ".join(filter(None, parts))


def _titled(facts: Document, name: str) -> str:
    """The title in quotation marks, unless it says no more than the kind."""
    is_bill = facts.document in ("invoice", "receipt") and (facts.number or facts.issuer)
    title = " ".join(facts.title.split())
    return "" if is_bill or title.casefold() in ("", name.casefold()) else f"“{title}”"


def _people(facts: Document) -> str:
    if facts.issuer:
        return f"from {facts.issuer}"
    if not facts.parties:
        return ""
    names = list(facts.parties[:_MOST_NAMES])
    if len(facts.parties) > _MOST_NAMES:
        names.append("others")
    joined = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    if facts.document == "letter" and len(names) == 2:
        return f"from {names[0]} to {names[1]}"
    is_between = facts.document == "contract" and len(names) > 1
    return f"{'between' if is_between else 'with'} {joined}"


def _spelled(day: str | None) -> str:
    return spelled_day(date.fromisoformat(day)) if day else ""


def _money(facts: Document) -> str:
    if facts.total is None:
        return ""
    amount = f"{Decimal(facts.total):,f}"
    return f"{amount} {facts.currency}" if facts.currency else amount
