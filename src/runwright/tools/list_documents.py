"""`list_documents`: which documents there are, of which kind, day, parties, and for how much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal

from pydantic import Field

from runwright.records.facts import Amount, Currency, Day, Document, DocumentKind
from runwright.text.folding import name_key
from runwright.tools import base
from runwright.tools.base import MOST_ROWS, Item, Note, Read, Records, Tool
from runwright.tools.documents import count_words, is_chosen, period_words, wording
from runwright.tools.fields import AmountRange, Match, Money, Period
from runwright.tools.invoices import once

_BILLS: tuple[DocumentKind, ...] = ("invoice", "receipt")


class Arguments(base.Arguments):
    """What the documents must be like; what is left out is no wish."""

    kinds: tuple[DocumentKind, ...] = Field(default=(), description="Of these kinds.")
    title: Match = Field(default=Match(), description="Words of the title.")
    parties: Match = Field(
        default=Match(), description="From, to or between whom, such as `Northlight Energy`."
    )
    dates: Period | None = Field(default=None, description="The day that the document bears.")
    languages: tuple[str, ...] = Field(default=(), description="ISO 639, such as `de`.")
    due: Period | None = Field(default=None, description="The day on which a bill is due.")
    issuer: Match = Field(default=Match(), description="Who issued the bill.")
    number: str = Field(default="", description="The number of the bill, such as `NE-2026-88107`.")
    total: AmountRange = Field(default=AmountRange(), description="Bounds of the bill's total.")
    files: tuple[str, ...] = Field(
        default=(), max_length=50, description="Only these files, by id; empty for all."
    )
    order: Literal["date", "due", "total", "title"] = Field(
        default="date", description="What they are ordered by; documents without it come last."
    )
    descending: bool = Field(default=True, description="The newest, latest or largest first.")
    limit: int = Field(default=20, ge=1, le=MOST_ROWS, description="How many are listed at most.")


class Row(base.Row):
    """One document."""

    file: str = Field(description="The id of its file, as other tools take it.")
    document: DocumentKind = Field(default="other", description="What kind of document it is.")
    title: str = Field(default="", description="Its title, or the name of its file.")
    date: Day | None = Field(default=None, description="The day that it bears.")
    parties: tuple[str, ...] = Field(default=(), description="From, to or between whom.")
    language: str | None = Field(default=None, description="ISO 639.")
    pages: int = Field(default=1, description="How many pages it has.")
    issuer: str | None = Field(default=None, description="Who issued the bill.")
    number: str | None = Field(default=None, description="The number of the bill.")
    total: Amount | None = Field(default=None, description="What the bill comes to.")
    currency: Currency | None = Field(default=None, description="ISO 4217, if the bill names it.")
    due: Day | None = Field(default=None, description="The day on which it is due.")


class KindTotal(Money):
    """What the bills of one kind come to in one currency. Where no currency is known, `account`
    is the issuer: bills of different issuers are not added then."""

    document: DocumentKind = Field(description="The kind of document.")
    count: int = Field(description="How many bills are in it.")


class Result(base.Result):
    """The documents in order; the totals are of all that were kept."""

    totals: tuple[KindTotal, ...] = Field(
        default=(), description="What bills come to, one a kind and currency; copies count once."
    )
    rows: tuple[Row, ...] = Field(default=(), description="The documents.")


def run(arguments: Arguments, records: Records) -> Result:
    """Those that fit, in order."""
    (read,) = reads(arguments)
    documents: Sequence[Item[Document]] = records.read(read)
    kept = _ordered([item for item in documents if _fits(arguments, item)], arguments)
    bills = once(item for item in kept if _is_bill(item.facts))
    listed = kept[: arguments.limit]
    return Result(
        looked_at=len(documents),
        kept=len(kept),
        items=tuple(item.id for item in kept),
        notes=tuple(_notes(bills.single, len(bills.repeated), records.currency)),
        more=len(kept) - len(listed),
        totals=_totals(bills.single, records.currency),
        rows=tuple(map(row, listed)),
    )


def _is_bill(facts: Document) -> bool:
    return facts.document in _BILLS and facts.total is not None


def _fits(arguments: Arguments, item: Item[Document]) -> bool:
    facts = item.facts
    if arguments.languages and facts.language not in arguments.languages:
        return False
    return is_chosen(arguments, item) and _costs(facts.total, arguments.total)


def _costs(total: str | None, bounds: AmountRange) -> bool:
    if bounds == AmountRange():
        return True
    return total is not None and Decimal(total) in bounds


def _ordered(items: Iterable[Item[Document]], arguments: Arguments) -> list[Item[Document]]:
    """By the key that was asked for, those without it last; ties by title and id."""
    by_title = sorted(items, key=lambda item: (item.facts.title or item.title, item.id))
    keyed = [(key, item) for item in by_title if (key := _key(item, arguments.order))]
    keyed.sort(key=lambda each: each[0], reverse=arguments.descending)
    without = [item for item in by_title if not _key(item, arguments.order)]
    return [item for _, item in keyed] + without


def _key(item: Item[Document], order: str) -> tuple[str | Decimal, ...]:
    """What it is ordered by; empty if it has none."""
    facts = item.facts
    match order:
        case "date":
            return (facts.date,) if facts.date else ()
        case "due":
            return (facts.due,) if facts.due else ()
        case "total":
            return () if facts.total is None else (Decimal(facts.total),)
        case _:
            name = name_key(facts.title or item.title)
            return (name,) if name else ()


def _totals(bills: Iterable[Item[Document]], home: str | None) -> tuple[KindTotal, ...]:
    """One for each kind and currency. Credit notes have a negative total and reduce it."""
    sums: dict[tuple[DocumentKind, str | None, str | None], tuple[Decimal, int]] = {}
    for item in bills:
        facts = item.facts
        currency = facts.currency or home
        unit = facts.document, currency, None if currency else facts.issuer or item.title
        amount, count = sums.get(unit, (Decimal(), 0))
        sums[unit] = amount + Decimal(facts.total or 0), count + 1
    return tuple(
        KindTotal(
            document=kind, currency=currency, account=issuer, amount=f"{amount:f}", count=count
        )
        for (kind, currency, issuer), (amount, count) in sorted(
            sums.items(), key=lambda each: tuple(part or "" for part in each[0])
        )
    )


def _notes(bills: Sequence[Item[Document]], copies: int, home: str | None) -> Iterable[Note]:
    if copies:
        text = f"{count_words(copies, 'copy' if copies == 1 else 'copie')} of a bill counted once"
        yield Note(code="repeated_invoices", text=text, count=copies)
    unknown = sum(item.facts.currency is None for item in bills)
    if unknown and home:
        text = f"{count_words(unknown, 'bill')} without a currency taken as {home}"
        yield Note(code="currency_assumed", text=text, count=unknown)
    elif unknown:
        text = f"the currency of {count_words(unknown, 'bill')} is not known"
        yield Note(code="currency_unknown", text=text, count=unknown)


def row(item: Item[Document]) -> Row:
    """A document as it is listed."""
    facts = item.facts
    return Row(
        id=item.id,
        file=item.file,
        document=facts.document,
        title=facts.title or item.title,
        date=facts.date,
        parties=facts.parties,
        language=facts.language,
        pages=facts.pages,
        issuer=facts.issuer,
        number=facts.number,
        total=facts.total,
        currency=facts.currency,
        due=facts.due,
    )


def reads(arguments: Arguments) -> tuple[Read, ...]:
    """The documents of the days that were asked for."""
    dates = arguments.dates or Period()
    return (
        Read("documents", ("document",), start=dates.start, end=dates.end, files=arguments.files),
    )


def describe(arguments: Arguments) -> str:
    """Such as `invoices from Northlight Energy, 1 to 30 November 2026, due up to …`."""
    kinds = " or ".join(kind if kind == "minutes" else f"{kind}s" for kind in arguments.kinds)
    parts = [kinds or "documents"]
    for before, match in (
        ("titled", arguments.title),
        ("with", arguments.parties),
        ("from", arguments.issuer),
    ):
        if words := wording(match):
            parts.append(f"{before} {words}")
    if arguments.number:
        parts.append(f"number {arguments.number}")
    if arguments.languages:
        parts.append(f"in {' or '.join(arguments.languages)}")
    due = f"due {period_words(arguments.due)}" if arguments.due else ""
    return ", ".join(filter(None, (" ".join(parts), period_words(arguments.dates), due)))


TOOL = Tool(
    name="list_documents",
    description="Lists documents by kind, title, parties, day, language, and bills also by "
    "issuer, number, total and due day, with what the bills come to in each currency. Use it for "
    "which documents there are, not for what they say.",
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    sources=("documents",),
    reads=reads,
    row=row,
)
