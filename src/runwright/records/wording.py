"""The text of an item, made from its facts: what people read and what is searched."""

from __future__ import annotations

from datetime import date

from runwright.records.accounts import shortened
from runwright.records.facts import Document, Transaction
from runwright.records.names import folded, one_line
from runwright.text.calendar_words import MONTH_NAMES

_LONGEST_PURPOSE = 2_000
_LONGEST_NAME = 140


def transaction_text(facts: Transaction) -> str:
    """One readable line: when, how much, whose, what for, on which account."""
    name = _name(facts)
    purpose = one_line(facts.purpose)[:_LONGEST_PURPOSE]
    if name and purpose.startswith(name):
        # Many banks repeat the beginning of the purpose as the name.
        name, purpose = purpose, ""
    category = facts.category or ""
    said = [
        _money(facts, name),
        purpose,
        "" if category in purpose else one_line(category),
        facts.note,
        _account(facts),
    ]
    when = spelled_day(date.fromisoformat(facts.day)) if facts.day else "Undated"
    return f"{when}: {', '.join(filter(None, said))}"


def document_text(facts: Document) -> str:
    """What an invoice says of itself: `Invoice NE-1 from Northlight: 2 March 2026, …`."""
    head = " ".join(filter(None, [facts.document.capitalize(), facts.number]))
    head = f"{head} from {facts.issuer}" if facts.issuer else head
    total = " ".join(filter(None, [facts.total, facts.currency])) if facts.total else ""
    said = [
        spelled_day(date.fromisoformat(facts.date)) if facts.date else "",
        f"total {total}" if total else "",
        f"due {spelled_day(date.fromisoformat(facts.due))}" if facts.due else "",
    ]
    return ": ".join(filter(None, [head, ", ".join(filter(None, said))]))


def spelled_day(day: date) -> str:
    """The day as a person says it: `12 March 2024`."""
    return f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}"


def _name(facts: Transaction) -> str:
    """The line as the bank wrote it, from where the name begins.

    What stands in front of it ("Card payment to") is told in the purpose; shop numbers and towns
    behind it are looked for, too.
    """
    raw = one_line(facts.counterparty_raw) or facts.counterparty
    return raw[max(0, raw.find(facts.counterparty)) :][:_LONGEST_NAME]


def _money(facts: Transaction, name: str) -> str:
    if facts.amount is None:
        return f"unknown amount with {name}" if name else "unknown amount"
    figure = " ".join(filter(None, [facts.amount, facts.currency]))
    leaves = facts.amount.startswith("-")
    if name:
        return f"{figure} {'to' if leaves else 'from'} {name}"
    return f"{figure} {'paid out' if leaves else 'received'}"


def _account(facts: Transaction) -> str:
    """The own account with its kind: "savings account DE89…3000", "account credit card"."""
    kind = facts.account_kind or ""
    if not facts.account:
        return f"account {kind}" if kind else ""
    name = shortened(facts.account)
    return f"account {name}" if kind in folded(name) else f"{kind} account {name}"
