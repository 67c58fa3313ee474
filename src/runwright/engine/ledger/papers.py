"""A document's figure held against what was paid: does the invoice match the payment?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.context.index.words import STOP, word_set
from runwright.engine.ledger import wording
from runwright.engine.ledger.currencies import CODE, SIGN, currency_of, written
from runwright.engine.ledger.entries import Entry, entries_of
from runwright.engine.ledger.words import stem, stems, tokens
from runwright.engine.patterns import lazily
from runwright.engine.types import Finding, Item, Step, Work

_FIGURE = lazily(
    rf"(?P<before>{SIGN}|\b{CODE}\b)?\s?(?<![\d.,])"
    r"(?P<figure>\d{1,3}(?:[,.' ]\d{3})*[.,]\d{2}|\d{1,3}(?:,\d{3})+|\d{1,9})(?![\d]|[.,]\d)"
    rf"\s?(?P<after>{SIGN}|\b{CODE}\b)?",
    re.I,
)
_TOTAL = lazily(
    r"(?i)\b(?:grand total|total|amount due|balance due|to pay|payable|sum|gesamt\w*|summe"
    r"|rechnungsbetrag|endbetrag|montant|fee|price|amount)\b"
)
_DUE = lazily(
    r"(?i)\b(?:grand total|total (?:amount|due|price|sum)|total\b|amount due|balance due|to pay"
    r"|payable"
    r"|gesamt\w*|rechnungsbetrag|endbetrag|montant (?:total|d[uû]))"
)
_PART = lazily(
    r"(?i)\b(?:net|subtotal|sub-total|vat|gst|hst|iva|tva|btw|moms|tax|ust|mwst|netto|zwischensumme|deposit|discount)\b"
)
BILLS = lazily(r"(?i)\b(?:invoice|bill|rechnung|facture|quote|offer|receipt)\b")
NUMBER = lazily(
    r"(?i)\b(?:invoice|bill|rechnung|facture|factura|fattura)(?:snummer)?\s*"
    r"(?:no\.?|number|nr\.?|#|:)*\s*"
    r"(?P<number>[a-z]{0,4}-?\d[\w/-]{1,20})"
)
"""Matches the number of an invoice."""
GENERAL = word_set("""
    invoice invoices document documents bill bills contract quote offer receipt match matches paid
    pay payment payments amount agree agrees same correspond corresponds equal equals file files
    finance records difference differ differs says say what price order statement bank
    lease tenancy policy terms tariff according agreement agreed right correct wrong
""")
_MOST_PASSAGES = 8


class Stated(NamedTuple):
    """A figure that a document says."""

    amount: Decimal
    currency: str
    line: str
    item: Item
    weight: int


def chosen(arguments: Mapping[str, str], work: Work) -> list[str]:
    """Ids of the passages that the words name, the best first, and of their documents."""
    names = (arguments.get("words", ""), arguments.get("or", ""))
    kind = arguments.get("kind", "")
    return list(dict.fromkeys(id_ for name in names for id_ in _named(name, kind, work)))


def is_of_kind(item: Item, kind: str) -> bool:
    """Whether a passage is of a paper of the kind that was named; of a bill when none was."""
    said = f"{item.title} {item.file or ''} {item.text}"
    return kind in said.lower() if kind else BILLS.search(item.text) is not None


def _named(name: str, kind: str, work: Work) -> list[str]:
    wanted = _telling(name)
    papers = [item for item in work.items if item.source in ("documents", "files")]
    found = [item for item in papers if wanted and wanted <= _words(item)]
    found.sort(key=lambda item: (not is_of_kind(item, kind), -item.score))
    # A long document says its total on another page than whom it is from.
    files = list(dict.fromkeys(item.file for item in found if item.file))[:1]
    found += [item for item in papers if item.file in files and item not in found]
    return [item.id for item in found[:_MOST_PASSAGES]]


def is_about(item: Item, name: str) -> bool:
    """Whether a passage has all the telling words of a name."""
    return _telling(name) <= _words(item)


class Held(NamedTuple):
    """What a document says, and the payments that are held against it."""

    papers: list[Item]
    stated: list[Stated]
    entries: list[Entry]
    booked: list[Entry]
    """The same of both directions."""
    name: str = ""

    def is_by_number(self) -> bool:
        """Whether only a number says which document is meant."""
        return " " not in self.name and any(map(str.isdigit, self.name))


def held(work: Work, name: str = "") -> Held:
    """What the step before chose, its surest figure first."""
    ids = work.earlier[-1].items if work.earlier else ()
    order = {id_: at for at, id_ in enumerate(ids)}
    items = sorted((i for i in work.items if i.id in order), key=lambda item: order[item.id])
    booked = entries_of(items, work.moment.zone, beside=work.items)
    entries = [e for e in booked if e.amount < 0] or booked  # one's own invoices are paid by others
    papers = [item for item in items if item.source != "finance"]
    stated = sorted(figures(papers), key=lambda each: -each.weight)
    return Held(papers, stated, entries, booked, name)


def lacking(step: Step, found: Held) -> Finding | None:
    """Why they cannot be held against each other; None when they can."""
    name = step.arguments.get("name", "")
    if not found.stated:
        reason = f"nothing in your documents says an amount for {name}"
        return Finding(step.action, step.part, reason=reason)
    if not found.entries:
        says = written(found.stated[0].amount, found.stated[0].currency)
        missing = f"nothing in your finance records is a payment that names {name}"
        if step.arguments.get("figure") == "paid":
            answer = f"No payment of it was found: {missing}; the document says {says}."
            paper = (found.stated[0].item.id,)
            return Finding(step.action, step.part, answer=answer, value=says, items=paper)
        reason = f"{missing}; the document says {says}"
        return Finding(step.action, step.part, reason=reason)
    return None


def matched(step: Step, work: Work) -> Finding:
    """Whether what was paid is what the document says."""
    found = held(work)
    return lacking(step, found) or _held(step, found.stated, found.entries)


def _held(step: Step, stated: Sequence[Stated], entries: Sequence[Entry]) -> Finding:
    # Of figures that are as sure, the one counts that a payment equals.
    for figure in (each for each in stated if each.weight == stated[0].weight):
        for entry in entries:
            if abs(entry.amount) == figure.amount and same_currency(
                figure.currency, entry.currency
            ):
                return _told(step, figure, [entry], "Yes, they match")
    figure = stated[0]
    rivals = [entry for entry in entries if same_currency(figure.currency, entry.currency)] or [
        *entries
    ]
    nearest = min(rivals, key=lambda entry: (abs(abs(entry.amount) - figure.amount), entry.id))
    return _told(step, figure, [nearest], "No, they differ")


def _told(step: Step, figure: Stated, entries: Sequence[Entry], verdict: str) -> Finding:
    entry = entries[0]
    says = written(figure.amount, figure.currency)
    gap = abs(entry.amount) - figure.amount
    less = "more" if gap > 0 else "less"
    differs = f", {written(abs(gap), entry.currency)} {less}" if gap else ""
    answer = (
        f"{verdict}: the document says {says} (“{figure.line}”), and you paid "
        f"{wording.one(entry)}{differs}."
    )
    items = (figure.item.id, *(each.id for each in entries))
    return Finding(step.action, step.part, answer=answer, value=says, items=items)


def same_currency(meant: str, booked: str) -> bool:
    """Whether a booking can be in the currency that a document means."""
    return not meant or not booked or booked in meant.split()


def figures(papers: Sequence[Item]) -> Iterator[Stated]:
    """Every amount that passages say; what calls itself a total weighs most."""
    for item in papers:
        for line in item.text.splitlines():
            for match in _FIGURE.finditer(line[:2_000]):
                named = match["before"] or match["after"] or ""
                cents = re.search(r"[.,]\d{2}$", match["figure"]) is not None
                total = _TOTAL.search(line) is not None
                if named or (cents and total):
                    weight = 2 * total + bool(named) + 2 * bool(_DUE.search(line))
                    weight -= 3 * bool(_PART.search(line))
                    shown = " ".join(line.split())[:160]
                    yield Stated(_exact(match["figure"]), currency_of(named), shown, item, weight)


def _exact(text: str) -> Decimal:
    cents = re.search(r"[.,](\d{2})$", text)
    whole = re.sub(r"\D", "", text[: cents.start()] if cents else text)
    return Decimal(f"{whole}.{cents[1]}" if cents else whole)


def _telling(words: str) -> frozenset[str]:
    said = (word for word in tokens(words) if word not in STOP and word not in GENERAL)
    return frozenset(map(stem, said))


def _words(item: Item) -> frozenset[str]:
    return frozenset(stems(f"{item.title} {item.text}"))
