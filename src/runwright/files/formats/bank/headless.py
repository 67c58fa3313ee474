"""Statements without a heading: which column is what, told by the cells alone.

A statement has a day in every row, words, and money that says its direction: by a sign, by two
columns of which each row fills one, by a mark, or by a running balance that adds up. The balance
is the best proof: it tells which column is which. Without it, prices, measurements and journals
have the same columns, so that something must speak of a bank: the words, or the name of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise, permutations
from typing import NamedTuple

from runwright.files.formats.bank import (
    bodies,
    columns,
    dates,
    kinds,
    money,
    running,
    signs,
    transaction_types,
)
from runwright.files.formats.bank.bookings import AccountKind
from runwright.files.formats.bank.columns import Role
from runwright.files.formats.bank.sections import Rows, Section, most
from runwright.records.accounts import is_iban
from runwright.records.banks import bank_in
from runwright.records.names import folded, parted

_SAMPLE = 200
_LEAST_ROWS = 3
_DECIMALS = re.compile(r"[.,][0-9]{2}$")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_CODE = re.compile("[A-Z]{3}")
_ACCOUNT = re.compile(r"[A-Z]{0,2}[0-9][0-9A-Z ]{5,33}")
_MASKED = re.compile(r"[0-9]{0,6}[ -]?(?:[*xX•]{2,}[ -]?)+[0-9]{3,5}")
_HOLDER = re.compile(r"(?i)(?:mr|mrs|ms|miss|dr|herr|frau|mme|mlle|sr|sra)\.? [^\W\d_].{1,60}")
_TITLES = frozenset({
    "account", "accounts", "statement", "statements", "transaction", "transactions", "activity",
    "accountactivity", "konto", "kontoauszug", "umsatze", "releve", "extracto", "movimientos",
    "estratto", "afschrift", "mutaties",
})  # fmt: skip
"""What files of bookings are called, whoever keeps the account."""
_FEW = 5
"""Words that come so many times each are labels, and tell nobody's name."""

_SAID_DAYS: set[Role | None] = {"date", "booked", "valued", "made"}
_SAID_WORDS: set[Role | None] = {"purpose", "payee", "recipient", "payer", "balance"}
_MONEY: set[Role | None] = {"amount", "balance", "debit", "credit", "mark"}
_DECIDED: set[Role | None] = {"amount", "net", "gross", "total", "balance", "value", "date", "fee"}
"""Of these the cells have decided already; a heading may say them of a second column."""
_DEBIT_FIRST: tuple[Role, Role] = ("debit", "credit")
_CREDIT_FIRST: tuple[Role, Role] = ("credit", "debit")


class _Money(NamedTuple):
    """The roles of the columns of money, and whether they need no further proof."""

    roles: dict[int, Role]
    is_proven: bool


def section(rows: Rows, filename: str) -> tuple[Section, str] | None:
    """The rows as a section, with the words above it; None when they are something else."""
    found = bodies.found(rows)
    if found is None or len(found.rows) < _LEAST_ROWS or len(found.rows[0]) < 3:
        return None
    body = found.rows
    if any(len(row) != len(body[0]) for row in body[:_SAMPLE]):
        return None
    table = _Table(body[:_SAMPLE], filename)
    paid = table.money()
    if paid is None or not table.days or not table.texts:
        return None
    if not _is_certain(paid, found.heading) and not table.speaks_of_a_bank():
        return None
    roles = table.roles(paid.roles)
    headings = table.headings()
    if found.heading:
        roles = _as_headed(roles, columns.roles(found.heading))
        headings = list(found.heading)
    known = Section(headings, roles, body)
    return (known, found.above) if known.is_statement() else None


def _is_certain(paid: _Money, heading: Sequence[str]) -> bool:
    """Whether the money needs nothing that speaks of a bank beside it.

    A table with a heading of other words may be anything, unless its balance adds up or some of
    its words are those of a statement.
    """
    if not heading or "balance" in paid.roles.values():
        return paid.is_proven
    said = set(columns.roles(heading))
    return paid.is_proven and bool(said & _SAID_DAYS) and bool(said & _SAID_WORDS)


def _as_headed(held: Sequence[Role | None], said: Sequence[Role | None]) -> list[Role | None]:
    """What the columns hold, with what the heading says of the words and of a pair's sides."""
    both = {"debit", "credit"} <= {*filter(None, said)}
    kept = {*_MONEY, "date", "valued"} - ({"debit", "credit"} if both else set())
    return [
        role if role in kept or named is None or named in _DECIDED else named
        for role, named in zip(held, said, strict=True)
    ]


class _Table:
    """A sample of the rows, column by column."""

    def __init__(self, body: Rows, filename: str) -> None:
        self._filename = filename
        self._size = len(body)
        self._cells = [[row[n].strip() for row in body] for n in range(len(body[0]))]
        self._filled = [[cell for cell in cells if cell] for cells in self._cells]
        self.days = [n for n in self._full() if all(map(_has_year, self._filled[n]))]
        self._order = dates.roughly(self._cells[self.days[0]]) if self.days else []
        self._paid = [n for n in range(len(self._cells)) if self._is_money(n)]
        self._values = {n: money.values(self._cells[n]) for n in self._paid}
        self.texts = [n for n in range(len(self._cells)) if self._is_text(n)]

    def _full(self) -> list[int]:
        """The columns that nearly every row fills."""
        sizes = enumerate(map(len, self._filled))
        return [n for n, size in sizes if size and size * 20 >= self._size * 19]

    def _is_money(self, n: int) -> bool:
        figures = [money.figure(cell) for cell in self._filled[n]]
        if not figures or n in self.days:
            return False
        cents = sum(bool(figure and _DECIMALS.search(figure.digits)) for figure in figures)
        return None not in figures and cents * 10 >= len(figures) * 8

    def _is_text(self, n: int) -> bool:
        if n in self.days or n in self._paid or not self._filled[n]:
            return False
        return most(bool(_LETTERS.search(cell)) for cell in self._filled[n])

    # Money ------------------------------------------------------------------------------------

    def money(self) -> _Money | None:
        """The columns of money; None when they do not say which way it went."""
        full = [n for n in self._paid if n in self._full()]
        return (
            self._before_and_after(full)
            or self._with_balance(full)
            or self._pair_alone()
            or self._amount_alone(full)
        )

    def _before_and_after(self, full: Sequence[int]) -> _Money | None:
        """The balance before and after each booking, each row going on where the last ended."""
        for before, after, amount in permutations(full, 3):
            rows = list(zip(*(self._values[n] for n in (before, after, amount)), strict=True))
            if all(_is_step(*row) for row in rows) and _goes_on(rows):
                return _Money({before: "ignored", after: "balance", amount: "amount"}, True)
        return None

    def _with_balance(self, full: Sequence[int]) -> _Money | None:
        """What a running balance explains, one column of amounts or two."""
        for balance in reversed(full):
            balances = self._values[balance]
            for left, right in self._pairs(balance):
                rises = self._left_rises(left, right, balances)
                if rises is not None:
                    first, second = _CREDIT_FIRST if rises else _DEBIT_FIRST
                    return _Money({left: first, right: second, balance: "balance"}, True)
            for amount in (n for n in full if n != balance):
                found = running.explain(self._values[amount], balances, self._order)
                if found is not None:
                    both = {step > 0 for step in found.steps if step}
                    return _Money({amount: "amount", balance: "balance"}, len(both) == 2)
        return None

    def _left_rises(self, left: int, right: int, balances: signs.Values) -> bool | None:
        """Whether the first column of a pair raises the balance and the second lowers it; None
        when they do not explain it."""
        pairs = zip(self._values[left], self._values[right], strict=True)
        sides = [(abs(a), True) if a else (abs(b), False) if b else (None, False) for a, b in pairs]
        found = running.explain([value for value, _ in sides], balances, self._order)
        if found is None:
            return None
        rises = [
            (step > 0) == is_left
            for step, (value, is_left) in zip(found.steps, sides, strict=True)
            if step and value == abs(step)
        ]
        is_clear = rises and not len(rises) < 10 * sum(rises) < 9 * len(rises)
        return sum(rises) * 2 > len(rises) if is_clear else None

    def _pairs(self, balance: int) -> Iterable[tuple[int, int]]:
        """Columns of money side by side of which every row fills at most one, and both are used."""
        for left, right in pairwise(n for n in self._paid if n != balance):
            cells = list(zip(self._cells[left], self._cells[right], strict=True))
            filled = sum(bool(a) or bool(b) for a, b in cells)
            apart = right == left + 1 and not any(a and b for a, b in cells)
            if apart and filled * 20 >= self._size * 19:
                yield left, right

    def _pair_alone(self) -> _Money | None:
        pair = next(iter(self._pairs(-1)), None)
        if pair is None or self._is_journal(pair):
            return None
        left, right = pair
        first, second = _CREDIT_FIRST if self._is_credit(left, right) else _DEBIT_FIRST
        return _Money({left: first, right: second}, False)

    def _is_journal(self, pair: tuple[int, int]) -> bool:
        """Whether two columns come to the same: each entry stands on two accounts."""
        left, right = (abs(sum((v for v in self._values[n] if v), Decimal())) for n in pair)
        return left == right

    def _is_credit(self, left: int, right: int) -> bool:
        """Whether the first of two columns is what came in; banks mostly write it second."""
        thanked = [
            bool(self._cells[left][n])
            for n in range(self._size)
            if any(transaction_types.thanks_for_payment(self._cells[t][n]) for t in self.texts)
        ]
        if thanked:
            return all(thanked)
        if self.kind() == "credit card":
            return len(self._filled[right]) > 2 * len(self._filled[left])
        return self._is_minus(right) and not self._is_minus(left)

    def _is_minus(self, n: int) -> bool:
        return most(value < 0 for value in self._values[n] if value)

    def _amount_alone(self, full: Sequence[int]) -> _Money | None:
        signed = [n for n in full if any(v is not None and v < 0 for v in self._values[n])]
        if len(full) == 1 and signed:
            return _Money({full[0]: "amount"}, not self._has_labels_alone())
        if len(full) == 2 and signed:
            other = next(n for n in full if n != signed[0])
            return _Money({signed[0]: "amount", other: "balance"}, False)
        marked = [n for n in range(len(self._cells)) if self._has_both_marks(n)]
        if len(full) == 1 and marked:
            return _Money({full[0]: "amount", marked[0]: "mark"}, False)
        return None

    def _has_both_marks(self, n: int) -> bool:
        return len(self._filled[n]) == self._size and {-1, 1} == set(
            map(signs.mark, self._filled[n])
        )

    def _has_labels_alone(self) -> bool:
        """Whether the words repeat as those of a place or a measurement do: `Oslo`, `Oslo`."""
        different = max((len(set(self._filled[n])) for n in self.texts), default=0)
        return different * _FEW <= self._size or different == 1

    # Evidence ---------------------------------------------------------------------------------

    def kind(self) -> AccountKind:
        """The kind of account that the name of the file or a column says in every row."""
        same = (set(self._filled[n]) for n in self._full())
        said = (kinds.said_in(next(iter(cells))) for cells in same if len(cells) == 1)
        return kinds.of_filename(self._filename) or next(filter(None, said), "")

    def speaks_of_a_bank(self) -> bool:
        """Whether the name of the file or some of the words are a bank's."""
        name = self._filename.rpartition(".")[0]
        words = (*folded(name).split(), *folded(parted(name)).split())
        if bank_in(name) or self.kind() or _TITLES.intersection(words):
            return True
        rows = zip(*(self._cells[n] for n in self.texts), strict=True)
        spoken = sum(transaction_types.is_banking(" ".join(row)) for row in rows)
        return spoken * 10 >= self._size

    # Roles ------------------------------------------------------------------------------------

    def roles(self, paid: dict[int, Role]) -> list[Role | None]:
        """What each column is, once the money is known."""
        found: list[Role | None] = [paid.get(n) for n in range(len(self._cells))]
        for at, n in enumerate(self.days):
            found[n] = "valued" if at else "date"
        named = max(self.texts, key=lambda n: len(set(self._filled[n])))
        for n, cells in enumerate(self._filled):
            if found[n] is None and cells:
                found[n] = self._role_of_text(n, named)
        return found

    def _role_of_text(self, n: int, named: int) -> Role | None:
        cells = set(self._filled[n])
        is_full = len(self._filled[n]) == self._size
        if is_full and all(map(_CODE.fullmatch, cells)) and all(map(money.code, cells)):
            return "currency"
        if all(is_iban(cell) for cell in cells):
            return "own_account" if is_full and len(cells) == 1 else "other_account"
        if is_full and len(cells) == 1 and _ACCOUNT.fullmatch(next(iter(cells))):
            return "own_account"
        if n not in self.texts:
            return None
        if n != named and all(map(_HOLDER.fullmatch, cells)):
            return "holder"
        if n != named and is_full and len(cells) == 1:
            return "ignored"
        if n != named and len(cells) * 2 <= len(self._filled[n]):
            labels = [transaction_types.of_label(cell) for cell in cells]
            return "type" if most(labels) else "category" if n > named else "purpose"
        return "purpose"

    def headings(self) -> list[str]:
        """A heading for the number of a card, which is known by its shape; none for the rest."""
        return [
            "card number" if self._size == len(cells) and all(map(_MASKED.fullmatch, cells)) else ""
            for cells in self._filled
        ]


def _has_year(cell: str) -> bool:
    written = dates.cut(cell)
    return written is not None and written.year is not None


_Step = tuple[Decimal | None, Decimal | None, Decimal | None]


def _is_step(before: Decimal | None, after: Decimal | None, amount: Decimal | None) -> bool:
    return None not in (before, amount) and after == (before or 0) + (amount or 0)


def _goes_on(rows: Sequence[_Step]) -> bool:
    """Whether a row begins with the balance at which its neighbour ends."""
    down = sum(one[1] == other[0] for one, other in pairwise(rows))
    up = sum(one[0] == other[1] for one, other in pairwise(rows))
    return max(down, up) * 2 >= len(rows) - 1
