"""A heading with the rows below it, and which of its columns plays which part.

Headings say most of it; what they leave open is settled by the cells. Here it is also decided
whether the rows are a statement at all, which tables of statistics must not become.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from runwright.files.formats.bank import contents, dates, money, signs, states
from runwright.files.formats.bank.columns import Role

Rows = Sequence[Sequence[str]]

_SAMPLE = 400
_MOST_ACCOUNTS = 8
_MANY = 10
"""So many bookings an account has at least."""
_NUMBER = re.compile(r"\d{4}")
_BESIDE: tuple[Role, ...] = (
    "purpose", "payee", "payer", "recipient", "balance", "own_account", "other_account", "mark",
    "type", "category", "currency",
)  # fmt: skip
_DAYS: tuple[Role, ...] = ("booked", "date", "valued", "made")
_OPEN: tuple[Role, ...] = (*_DAYS, "value", "mark", "balance")


class Section:
    """One heading, the rows below it, and the settled roles of its columns."""

    def __init__(self, header: Sequence[str], roles: Sequence[Role | None], rows: Rows) -> None:
        self.header = tuple(header)
        self.roles = list(roles)
        self.rows = [_aligned(row, self.roles) for row in rows]
        # Below the bookings banks write lines of their own, with a word and a figure.
        few = min(3, len(self.roles) - 1)
        self._telling = [row for row in self.rows[:_SAMPLE] if sum(map(bool, row)) >= few]
        for n, role in enumerate(self.roles):
            if role is not None:
                self.roles[n] = self._settled(role, self.sample(n))
        self._settle_marks()
        held = [[row[n] for row in self._telling] for n in range(len(self.roles))]
        self.roles = contents.completed(self.roles, held)

    def column(self, *roles: Role) -> int | None:
        """The first column with the first of the roles that any has."""
        return next((self.roles.index(role) for role in roles if role in self.roles), None)

    def columns(self, *roles: Role | None) -> list[int]:
        """Every column with one of the roles."""
        return [n for n, role in enumerate(self.roles) if role in roles]

    def cells(self, column: int | None) -> list[str]:
        """One column, top to bottom; empty cells when there is none."""
        return [row[column] if column is not None else "" for row in self.rows]

    def sample(self, column: int) -> list[str]:
        """The filled cells of a column, up to a few hundred."""
        return [cell for row in self._telling if (cell := row[column])]

    def day_columns(self) -> list[int]:
        """The days of booking, the plain dates, the value dates, then when it was bought."""
        return [n for role in _DAYS for n in self.columns(role) if self.sample(n)]

    def is_statement(self) -> bool:
        """Whether there is a day, money, and something that only statements have beside them."""
        both = "debit" in self.roles and "credit" in self.roles
        one = bool(self.columns("debit", "credit")) and "balance" in self.roles
        paid = both or one or self.column("amount", "net", "gross") is not None
        return paid and (both or bool(self.columns(*_BESIDE))) and bool(self.day_columns())

    def _settled(self, role: Role, cells: list[str]) -> Role | None:
        if role == "account":
            filled = len(cells) == len(self._telling)
            if contents.are_currencies(cells):  # `Valuta rekening`, `Devise du compte`
                return "currency"
            own = filled and (len(set(cells)) == 1 or _are_names(cells) or _are_few(cells))
            return "own_account" if own else "other_account"
        if role not in _OPEN or not cells:
            return role
        if role in _DAYS:
            # Lines still open have a word there; at least one line has a day.
            days = [cell for cell in cells if not states.is_undated(cell)]
            dated = bool(days) and most(dates.cut(cell) is not None for cell in days)
            return role if dated else "purpose" if role == "booked" else None
        figures = most(money.figure(cell) is not None for cell in cells)
        if role == "balance":
            return role if figures else None
        if role == "mark":
            return "amount" if figures and not signs.are_marks(cells) else role
        return self._settled_value(cells, figures)

    def _settled_value(self, cells: list[str], figures: bool) -> Role | None:
        """`Valuta` is a day or a currency; `Value` is money beside a balance, else anything."""
        if most((written := dates.cut(cell)) and written.year for cell in cells):
            return "valued"
        if all(money.code(cell) for cell in cells):
            return "currency"
        return "amount" if figures and self.columns("balance", "currency") else None

    def _settle_marks(self) -> None:
        """A column of nothing but debit and credit marks is one, whatever its heading says."""
        amount = self.column("amount", "net", "gross")
        if amount is None or "mark" in self.roles:
            return
        signed = any((f := money.figure(cell)) and f.negative for cell in self.sample(amount))
        for n, role in enumerate(self.roles):
            loose = role in (None, "type", "ignored", "purpose")
            if loose and signs.are_marks(self.sample(n) or [""]):
                self.roles[n] = "type" if signed else "mark"
                return


def _are_names(cells: Sequence[str]) -> bool:
    """Whether they are a few names that people give their accounts, such as "Household"."""
    named = set(cells)
    return len(named) <= _MOST_ACCOUNTS and not any(_NUMBER.search(name) for name in named)


def _are_few(cells: Sequence[str]) -> bool:
    """Whether they are the accounts of one person: others are paid on more of them."""
    return len(set(cells)) <= _MOST_ACCOUNTS and len(cells) >= _MANY * len(set(cells))


def most(facts: Iterable[object]) -> bool:
    """Whether at least seven in ten are true."""
    told = list(map(bool, facts))
    return sum(told) * 10 >= len(told) * 7


def _aligned(row: Sequence[str], roles: Sequence[Role | None]) -> list[str]:
    """The row in the heading's width; a comma in an unquoted text has made it longer."""
    cells = [cell.strip() for cell in row]
    extra = len(cells) - len(roles)
    if extra > 0 and any(cells[len(roles) :]):
        texts = [n for n, role in enumerate(roles) if role in ("purpose", "payee")]
        amounts = [n for n, role in enumerate(roles) if role in ("amount", "debit", "balance")]
        if texts and amounts and _shifted(cells, amounts, extra):
            at = texts[0]
            cells[at : at + extra + 1] = [", ".join(cells[at : at + extra + 1])]
    return [*cells[: len(roles)], *[""] * -extra]


def _shifted(cells: Sequence[str], amounts: Sequence[int], extra: int) -> bool:
    """Whether the figures stand further right than the heading says."""
    here = sum(money.figure(cells[n]) is not None for n in amounts)
    there = sum(money.figure(cells[n + extra]) is not None for n in amounts)
    return there > here
