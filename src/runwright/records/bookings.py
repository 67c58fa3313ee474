"""What the transactions of all files say together: which of them count, as what, in which currency.

A file alone cannot tell that another one holds the same booking, that money only moved between
the person's own accounts, or that a card's bill repeats its bookings. `resolve` can. It adds
nothing up: it gives every item one `Treatment`, and says in notes what it assumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from runwright.records import currencies, duplicates, refunds, settlements, transfers
from runwright.records.entries import Entry, Item, KnownFile, Note, entries_of
from runwright.records.facts import TransactionType

Reason = Literal["duplicate", "own_transfer", "card_settlement", "pending", "reversed"]


class Treatment(NamedTuple):
    """How one transaction is treated when money is counted."""

    item: str
    counts: bool
    """Whether it is money spent or earned."""
    reason: Reason | None
    """Why it does not count."""
    of: str | None
    """The item that it repeats, or the other side of the move, where that is on record."""
    type: TransactionType
    currency: str | None
    unit: str
    """What amounts are added within: the currency, or a key of the account's unknown one."""
    account: str
    """The key of the own account, or of what stands for it where no file names it."""


class Resolution(NamedTuple):
    """Every transaction's treatment, by item, and what was assumed."""

    treatments: Mapping[str, Treatment]
    notes: tuple[Note, ...]


def resolve(
    items: Iterable[Item],
    *,
    files: Mapping[str, KnownFile] | None = None,
    currency: str | None = None,
    own_names: Sequence[str] = (),
) -> Resolution:
    """The treatment of every item, whatever order they come in.

    `files` says what is known of a file beside its content, `currency` is the project's, and
    `own_names` are names of the person whose records these are.
    """
    entries = entries_of(items, files or {})
    repeated = duplicates.find(entries)
    units = currencies.find(entries, files or {}, currency, repeated.same_account)
    single = [entry for entry in entries if entry.item not in repeated.originals]
    booked = [entry for entry in single if entry.facts.status == "booked"]
    moves = transfers.find(booked, units.units, own_names)
    settled = settlements.find(
        [entry for entry in booked if entry.item not in moves.others], units.units
    )
    returned = refunds.find(booked, units.units)
    treatments = {
        entry.item: _treatment(entry, moves, settled, returned, units) for entry in single
    }
    for item, original in repeated.originals.items():
        treatments[item] = treatments[original]._replace(
            item=item, counts=False, reason="duplicate", of=original
        )
    notes = (*units.notes, *repeated.notes, *_not_booked(single), *moves.notes, *settled.notes)
    return Resolution(treatments, notes)


def _not_booked(entries: Iterable[Entry]) -> Iterable[Note]:
    """What is said of the lines that are left out because they are not booked."""
    for status in ("pending", "reversed"):
        items = tuple(entry.item for entry in entries if entry.facts.status == status)
        if items:
            yield Note("not_booked", items, status)


def _treatment(
    entry: Entry,
    moves: transfers.Moves,
    settled: settlements.Settlements,
    returned: frozenset[str],
    units: currencies.Units,
) -> Treatment:
    kind: TransactionType = entry.facts.type
    reason: Reason | None = None
    other: str | None = None
    if entry.facts.status != "booked":
        reason = entry.facts.status
    elif entry.item in moves.others:
        kind, reason, other = "own_transfer", "own_transfer", moves.others[entry.item]
    elif entry.item in settled.left_out:
        kind, reason, other = "card_settlement", "card_settlement", settled.left_out[entry.item]
    elif entry.item in settled.spent:
        kind = "card_settlement"
    elif entry.item in returned:
        kind = "refund"
    elif kind == "own_transfer":
        # The wording alone was not enough, because the other side is somebody else's account.
        kind = "transfer"
    elif kind == "other" and entry.amount is not None and entry.amount > 0:
        kind = "income"
    item = entry.item
    code, unit, account = units.codes.get(item), units.units[item], units.places[item]
    return Treatment(item, reason is None, reason, other, kind, code, unit, account)


def spent(treatment: Treatment, amount: Decimal) -> Decimal:
    """What a transaction adds to the money spent: refunds reduce it, cash is spent."""
    if not treatment.counts or (amount > 0 and treatment.type != "refund"):
        return Decimal()
    return -amount


def earned(treatment: Treatment, amount: Decimal) -> Decimal:
    """What a transaction adds to the money earned: neither refunds nor own money."""
    if not treatment.counts or amount <= 0 or treatment.type in ("refund", "cash"):
        return Decimal()
    return amount
